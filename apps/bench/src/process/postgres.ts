import pg from 'pg';
import { startNode } from './node-process.ts';
import type { Core } from './pinning.ts';

export interface PostgresProcess {
  /** The process that started it. */
  pid: number;
  /** URL of the service's database on it. */
  url: string;
  /** Recreates the database empty; the service applies its migrations. */
  createDatabase(): Promise<void>;
  stop(): Promise<void>;
}

interface Address {
  host: string;
  port: number;
  user: string;
}

function urlOf({ host, port, user }: Address, database: string): string {
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = user;
  url.port = String(port);
  url.searchParams.set('host', host);
  return url.href;
}

const database = 'pv_planning';

/** Starts PostgreSQL alone, like the service. */
export const postgresServer = new URL('postgres-server.ts', import.meta.url);

/** Starts PostgreSQL on a data directory in a separate process. */
export async function startPostgres(dataDir: string, core: Core): Promise<PostgresProcess> {
  const holder = await startNode({
    script: postgresServer,
    core,
    env: { DATA_DIR: dataDir },
    readyText: 'ready',
  });
  const address = (await holder.ask({})) as Address;
  return {
    pid: holder.pid,
    url: urlOf(address, database),
    async createDatabase() {
      const client = new pg.Client({ connectionString: urlOf(address, 'postgres') });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
    },
    stop: () => holder.stop(),
  };
}
