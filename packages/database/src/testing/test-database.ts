import { randomBytes } from 'node:crypto';
import { type Database, type DatabaseOptions, openDatabase } from '../open-database.ts';
import { ensureTemplate } from './template.ts';
import { openTestServer } from './test-server.ts';

export interface TestDatabase extends Database {
  /** Its address, for whatever opens a database by URL itself. */
  readonly url: string;
  /** Disconnects and drops it. */
  close(): Promise<void>;
}

/**
 * A fresh, empty, migrated database of its own: on the server of DATABASE_URL when that is set, otherwise on an
 * embedded PostgreSQL that all processes of the test run share. Safe in parallel workers. Close it after the tests.
 */
export async function createTestDatabase(
  options: Omit<DatabaseOptions, 'url' | 'dataDir'> = {},
): Promise<TestDatabase> {
  const server = await openTestServer();
  try {
    const template = await ensureTemplate(server);
    const name = `pv_test_${randomBytes(8).toString('hex')}`;
    await server.administrate((client) => client.query(`create database ${name} template ${template}`));
    const url = server.urlOf(name);
    const database = await openDatabase({ migrate: false, ...options, url });
    return {
      ...database,
      url,
      async close() {
        await database.close();
        await server.administrate((client) => client.query(`drop database ${name} with (force)`));
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
