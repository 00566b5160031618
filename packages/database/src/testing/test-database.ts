import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from '../open-database.ts';
import { urlUnderTest } from './statement-lint/sent-statements.ts';
import { ensureTemplate } from './template.ts';
import { openTestServer, type TestServer, testDatabasePrefix } from './test-server.ts';

export interface TestDatabase extends Database {
  /** The URL, for code under test that opens the database itself. */
  readonly url: string;
  /** Disconnects and drops the database. */
  close(): Promise<void>;
}

/**
 * Creates an empty, migrated database: on the server of DATABASE_URL if set, otherwise on an embedded PostgreSQL that all processes
 * of the test run share. Safe in parallel workers. Close it after the tests.
 */
export async function createTestDatabase(
  options: Omit<DatabaseOptions, 'url' | 'dataDir'> = {},
): Promise<TestDatabase> {
  const server = await openTestServer();
  try {
    const name = await copyTemplate(server);
    const url = server.urlOf(name);
    const database = await openDatabase({ migrate: false, ...options, url });
    return {
      ...database,
      url: urlUnderTest(url),
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

async function copyTemplate(server: TestServer): Promise<string> {
  // The time identifies databases left behind by a killed run.
  const name = `${testDatabasePrefix}${Date.now()}_${randomBytes(6).toString('hex')}`;
  for (let attempt = 1; ; attempt += 1) {
    const template = await ensureTemplate(server);
    try {
      await server.administrate((client) =>
        client.query(
          `create database ${name} owner ${pg.escapeIdentifier(server.owner)} template ${template}`,
        ),
      );
      return name;
    } catch (error) {
      // A run with other migrations may have dropped the template in the meantime.
      if (attempt === 5 || !(error instanceof pg.DatabaseError && error.code === '3D000')) throw error;
    }
  }
}
