import * as fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyQueries, Tables } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { buildChange } from './support/build-change.ts';
import { buildQuery } from './support/build-query.ts';
import { anyChange, anyQuery, labels, type TableName } from './support/random-queries.ts';
import { addCompany } from './support/two-companies.ts';

// Each run sends two queries to PostgreSQL, which adds up on a busy machine.
/** `shared` contains our company and another one; `alone` contains only ours, with the same IDs, so it needs no scope. */
let shared: TestDatabase;
let alone: TestDatabase;
let ours: string;
let theirs: string;

beforeAll(async () => {
  [shared, alone] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  ours = await addCompany(shared.kysely, 'ours ');
  await addCompany(alone.kysely, 'ours ');
  theirs = await addCompany(shared.kysely, 'theirs ');
});

afterAll(() => Promise.all([shared.close(), alone.close()]));

const numRuns = process.env.SOAK ? 3_000 : 100;
const rejected = 'rejected by PostgreSQL';

async function outcome(work: () => Promise<object[]>): Promise<string[] | typeof rejected> {
  try {
    return (await work()).map((row) => JSON.stringify(row)).sort();
  } catch (error) {
    if (error instanceof Error && 'severity' in error) return rejected;
    throw error;
  }
}

test('returns the same rows for any query as a database without other companies', async () => {
  let withRows = 0;
  const query = fc.asyncProperty(anyQuery, async (spec) => {
    const expected = await outcome(() => buildQuery(withoutScope(alone.kysely), spec).execute());
    expect(await outcome(() => buildQuery(shared.forCompany(ours), spec).execute())).toEqual(expected);
    if (expected !== rejected && expected.length > 0) withRows += 1;
  });
  await fc.assert(query, { numRuns });
  expect(withRows).toBeGreaterThan(numRuns / 4);
});

test('makes the same change as in a database without other companies, and changes no rows of others', async () => {
  let changes = 0;
  const oursBefore = JSON.stringify(
    (await contents(shared.kysely, ours)).map((row) => JSON.stringify(row)).sort(),
  );
  const theirsBefore = await contents(shared.kysely, theirs);
  const change = fc.asyncProperty(anyChange, async (spec) => {
    const expected = await outcome(() =>
      rolledBack(alone, async (_, everything) => {
        await buildChange(withoutScope(everything), spec, ours).execute();
        return contents(everything, ours);
      }),
    );
    const actual = await outcome(() =>
      rolledBack(shared, async (scoped, everything) => {
        await buildChange(scoped, spec).execute();
        expect(await contents(everything, theirs)).toEqual(theirsBefore);
        return contents(everything, ours);
      }),
    );
    expect(actual).toEqual(expected);
    if (actual !== rejected && JSON.stringify(actual) !== oursBefore) changes += 1;
  });
  await fc.assert(change, { numRuns });
  expect(changes).toBeGreaterThan(numRuns / 6);
});

const withoutScope = (kysely: Kysely<Tables>) => kysely as unknown as CompanyQueries;

/** The rows of a company; without the IDs of sites, because a rollback does not reset their sequence. */
async function contents(kysely: Kysely<Tables>, companyId: string): Promise<object[]> {
  const tables = Object.keys(labels) as TableName[];
  const rows = tables.map(async (table) => {
    const label = labels[table] as 'name';
    const found = kysely
      .selectFrom(table as 'roof')
      .select(['id', label])
      .where('companyId', '=', companyId);
    return (await found.orderBy('id').execute()).map(({ id, ...row }) => ({
      table,
      ...(table !== 'site' && { id }),
      ...row,
    }));
  });
  return (await Promise.all(rows)).flat();
}

class Rollback extends Error {}

async function rolledBack<T>(
  database: TestDatabase,
  work: (scoped: CompanyQueries, everything: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const attempt = database.transaction(ours, async (scoped, everything) => {
    result = { value: await work(scoped, everything) };
    throw new Rollback();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  if (!result) throw new Error('The work did not finish.');
  return result.value;
}
