import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Core, startNode } from './node-process.ts';
import { processorTimeBelow } from './processes.ts';

type Address = Record<'host' | 'port' | 'user' | 'password', string>;

const database = 'pv_planning';

function urlOf({ host, port, user, password }: Address, name: string): string {
  const url = new URL(`postgresql://localhost/${name}`);
  Object.assign(url, { username: user, password, port });
  url.searchParams.set('host', host);
  return url.href;
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts PostgreSQL as the service does, in a separate process, with an empty database in a temporary directory. */
export async function startPostgres(core: Core = 'others') {
  await using starting = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'pv-bench-'));
  starting.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  const script = new URL('postgres-server.ts', import.meta.url);
  const env = { DATA_DIR: `${directory}/postgres` };
  const holder = starting.use(await startNode({ script, core, env, readyText: 'ready' }));
  const { service, administrator } = (await holder.ask({})) as Record<'service' | 'administrator', Address>;
  const creating = new pg.Client({ connectionString: urlOf(administrator, 'postgres') });
  await creating.connect();
  await creating.query(`create database ${database} owner ${service.user}`);
  await creating.end();
  const pool = new pg.Pool({ connectionString: urlOf(administrator, database), max: 2 });
  starting.defer(() => pool.end());
  const started = starting.move();
  return {
    /** Removed at the end. */
    directory,
    /** PID of the process that started it. */
    pid: holder.pid,
    /** URL of the service's database. */
    url: urlOf(service, database),
    /** Processor time since the start. */
    cpuMicroseconds: () => processorTimeBelow(holder.pid),
    /** Runs a statement as a superuser. */
    sql: async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[],
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
