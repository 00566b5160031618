import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';

/** Tests need no durability: nothing of theirs outlives the machine. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** The server on which a test run makes its databases. */
export interface TestServer {
  /** Address of one of its databases. */
  urlOf(database: string): string;
  /** Runs `work` on a connection that may make and drop databases. */
  administrate<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The server of DATABASE_URL, or else an embedded one that all processes of the test run share. */
export async function openTestServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL;
  return url ? serverOf(new URL(url), async () => {}) : embeddedServer();
}

async function embeddedServer(): Promise<TestServer> {
  // One a user: the files of another's could not be read.
  const dataDir = path.join(os.tmpdir(), `pv-planning-test-${os.userInfo().uid}`);
  const embedded = await startEmbeddedPostgres({ dataDir, settings });
  const { host, port, user, password } = embedded.address();
  const url = new URL('postgresql://localhost/postgres');
  url.username = user;
  url.password = password ?? '';
  url.port = String(port);
  url.searchParams.set('host', host);
  return serverOf(url, () => embedded.close());
}

function serverOf(url: URL, close: () => Promise<void>): TestServer {
  return {
    urlOf(database) {
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
    async administrate(work) {
      const client = new pg.Client({ connectionString: url.href });
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
