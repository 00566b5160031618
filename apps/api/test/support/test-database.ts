import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll } from 'vitest';

/** Creates a database that the tests of a file share. It is dropped after them. */
export async function openTestDatabase(...options: Parameters<typeof createTestDatabase>) {
  const database = await createTestDatabase(...options);
  afterAll(database.close);
  return database;
}
