import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tableTypes } from '../scripts/table-types.ts';
import { createTestDatabase } from '../src/testing.ts';

test('the generated table types match the migrations (run "npm run generate")', async () => {
  const database = await createTestDatabase();
  try {
    const written = await readFile(new URL('../src/generated/tables.ts', import.meta.url), 'utf8');
    expect(written).toBe(await tableTypes(database.kysely));
  } finally {
    await database.close();
  }
});
