import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pv-planning/embedded-postgres';
import pg from 'pg';

/** Tests need no durability. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Names of test databases consist of this prefix, the creation time in milliseconds and a random part. */
export const testDatabasePrefix = 'pv_test_database_';

/** Arbitrary id of the advisory lock. */
const roleLock = '7310985414';

/** Milliseconds after which a test database is considered abandoned. */
const longestRun = 3_600_000;

/** The server on which a test run creates its databases. */
export interface TestServer {
  /** Returns the URL of a database. */
  urlOf(database: string): string;
  /** The role that owns the databases. */
  owner: string;
  /** Runs `work` on a connection that can create and drop databases. */
  administrate<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Returns the server of DATABASE_URL if set, otherwise an embedded one that all processes of the test run share. */
export async function openTestServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL;
  if (!url) return embeddedServer();
  return serverOf({ url: new URL(url), administrator: { connectionString: url }, close: async () => {} });
}

async function embeddedServer(): Promise<TestServer> {
  // One per user and checkout: files of other users are not readable, those of other checkouts may be newer.
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 12);
  const dataDir = path.join(os.tmpdir(), `pv-planning-test-${os.userInfo().uid}-${checkout}`);
  const embedded = await startEmbeddedPostgres({ dataDir, settings });
  const { host, port, user, password } = embedded.address();
  const url = new URL('postgresql://localhost/postgres');
  url.username = user;
  url.password = password;
  url.port = String(port);
  url.searchParams.set('host', host);
  url.searchParams.set('application_name', embedded.applicationName);
  const administrator = {
    ...embedded.administrator(),
    database: 'postgres',
    application_name: embedded.applicationName,
  };
  const server = serverOf({ url, administrator, close: () => embedded.close() });
  await server.administrate((client) => client.query(mayCreate(user)));
  if (!embedded.adopted) await dropLeftovers(server);
  return server;
}

interface ServerParts {
  url: URL;
  administrator: pg.ClientConfig;
  close: () => Promise<void>;
}

/** Tests create databases and roles, which the service's role must not do. */
const mayCreate = (role: string) => `
  do $$ begin
    perform pg_advisory_xact_lock(${roleLock});
    if not (select rolcreatedb from pg_roles where rolname = '${role}') then
      alter role ${role} createdb createrole;
    end if;
  end $$`;

function serverOf({ url, administrator, close }: ServerParts): TestServer {
  return {
    owner: decodeURIComponent(url.username) || os.userInfo().username,
    urlOf(database) {
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
    async administrate(work) {
      const client = new pg.Client(administrator);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    close,
  };
}

/** Drops the databases of runs that were killed. */
async function dropLeftovers(server: TestServer): Promise<void> {
  await server.administrate(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
        where starts_with(datname, $1) and split_part(datname, '_', 4)::bigint < $2`,
      [testDatabasePrefix, Date.now() - longestRun],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}
