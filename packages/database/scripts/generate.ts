// Generates the types of the tables in src/generated and docs/data-model.md from a database with all migrations.
import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '../src/testing.ts';
import { dataModel } from './data-model.ts';
import { tableTypes } from './table-types.ts';

const database = await createTestDatabase();
try {
  writeFileSync(new URL('../src/generated/tables.ts', import.meta.url), await tableTypes(database.kysely));
  writeFileSync(new URL('../../../docs/data-model.md', import.meta.url), await dataModel(database.kysely));
} finally {
  await database.close();
}
