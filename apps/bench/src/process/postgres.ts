import pg from 'pg';
import { startNode } from './node-process.ts';
import type { Core } from './pinning.ts';

export interface PostgresProcess {
  /** PID of the process that started it. */
  pid: number;
  /** URL of the service's database. */
  url: string;
  /** URL of the same database for the administrator, a superuser. */
  administratorUrl: string;
  /** Drops and recreates the database; the service applies its migrations. */
  createDatabase(): Promise<void>;
  stop(): Promise<void>;
}

interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
}

function urlOf({ host, port, user, password }: Address, database: string): string {
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = user;
  url.password = password;
  url.port = String(port);
  url.searchParams.set('host', host);
  return url.href;
}

const database = 'pv_planning';

/** Starts only PostgreSQL, in the same way as the service. */
export const postgresServer = new URL('postgres-server.ts', import.meta.url);

/** Starts PostgreSQL on a data directory in a separate process. */
export async function startPostgres(dataDir: string, core: Core): Promise<PostgresProcess> {
  const holder = await startNode({
    script: postgresServer,
    core,
    env: { DATA_DIR: dataDir },
    readyText: 'ready',
  });
  const { service, administrator } = (await holder.ask({})) as Record<'service' | 'administrator', Address>;
  return {
    pid: holder.pid,
    url: urlOf(service, database),
    administratorUrl: urlOf(administrator, database),
    async createDatabase() {
      const client = new pg.Client({ connectionString: urlOf(administrator, 'postgres') });
      await client.connect();
      await client.query(`create database ${database} owner ${service.user}`);
      await client.end();
    },
    stop: () => holder.stop(),
  };
}
