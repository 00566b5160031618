import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CompanyQueries, preparedQuery } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { addCompany } from './support/two-companies.ts';

let database: TestDatabase;
let ours: CompanyQueries;
let theirs: CompanyQueries;
let built = 0;

interface Filters {
  name?: string | undefined;
  atMost: number;
}

const siteNames = preparedQuery((db, { name, atMost }: Filters, direction: 'asc' | 'desc') => {
  built += 1;
  const sites = db.selectFrom('site').select('name').orderBy('name', direction).limit(atMost);
  return name === undefined ? sites : sites.where('name', '=', name);
});

beforeAll(async () => {
  database = await createTestDatabase();
  ours = database.forCompany(await addCompany(database.kysely, 'ours '));
  theirs = database.forCompany(await addCompany(database.kysely, 'theirs '));
  for (const name of ['a', 'b', 'c']) await ours.insertInto('site').values({ name }).execute();
});
afterAll(() => database.close());
beforeEach(() => {
  built = 0;
});

test('uses the given values and the company of each execution', async () => {
  expect(await siteNames(ours, { name: 'b', atMost: 9 }, 'asc')).toEqual([{ name: 'b' }]);
  expect(await siteNames(ours, { name: 'c', atMost: 9 }, 'asc')).toEqual([{ name: 'c' }]);
  expect(await siteNames(theirs, { name: 'c', atMost: 9 }, 'asc')).toEqual([]);
  expect(built).toBe(1);
});

test('is compiled once for each combination of given values and form', async () => {
  for (const atMost of [1, 2]) {
    expect(await siteNames(ours, { atMost }, 'asc')).toHaveLength(atMost);
    expect(await siteNames(ours, { atMost, name: undefined }, 'desc')).toHaveLength(atMost);
  }
  expect(built).toBe(2);
});

test('takes part in the transaction of the given queries', async () => {
  const companyId = await addCompany(database.kysely, 'new ');
  const rolledBack = database.transaction(companyId, async (db) => {
    await db.insertInto('site').values({ name: 'd' }).execute();
    expect(await siteNames(db, { name: 'd', atMost: 9 }, 'asc')).toEqual([{ name: 'd' }]);
    throw new Error('roll back');
  });
  await expect(rolledBack).rejects.toThrow('roll back');
  expect(await siteNames(database.forCompany(companyId), { name: 'd', atMost: 9 }, 'asc')).toEqual([]);
});
