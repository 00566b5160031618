import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AtCommit, type Database, openDatabase } from '../src/index.ts';
import { createTestDatabase, type TestDatabase, textsOf } from '../src/testing.ts';

let made: TestDatabase;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  // One connection, so that statements after a failure use the same one.
  database = await openDatabase({ url: made.url, migrate: false, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await made.close();
});

const insertion = (name: string) =>
  CompiledQuery.raw('insert into company (name) values ($1) returning name as company_name', [name]);
const named = (name: string) =>
  CompiledQuery.raw('select count(*) as companies from company where name = $1', [name]);
const quotient = (divisor: number) => CompiledQuery.raw('select 12 / $1::integer as quotient', [divisor]);

test('statements sent together return their rows, each its own', async () => {
  expect(
    await database.executeTogether([
      insertion('Nord'),
      named('Nord'),
      insertion('Ost'),
      quotient(4),
      quotient(3),
    ]),
  ).toEqual([
    [{ companyName: 'Nord' }],
    [{ companies: '1' }],
    [{ companyName: 'Ost' }],
    [{ quotient: 3 }],
    [{ quotient: 4 }],
  ]);
});

test('none of the statements sent together takes effect if one fails, and the connection remains usable', async () => {
  const fails = database.executeTogether([insertion('Süd'), quotient(0), named('Süd'), insertion('West')]);
  await expect(fails).rejects.toMatchObject({ code: '22012' });
  expect(await database.executeTogether([named('Süd'), named('West')])).toEqual([
    [{ companies: '0' }],
    [{ companies: '0' }],
  ]);
  // The server skipped these statements in the failed batch.
  expect(await database.executeTogether([quotient(2), insertion('West')])).toEqual([
    [{ quotient: 6 }],
    [{ companyName: 'West' }],
  ]);
});

const cycle: { self?: object } = {};
cycle.self = cycle;

test.each([
  ['contains a BigInt', { count: 1n }],
  ['contains itself', cycle],
  [
    'throws when it is converted',
    {
      toPostgres() {
        throw new TypeError('no text');
      },
    },
  ],
])('nothing is sent if a value of one of the statements %s', async (_reason, value) => {
  const document = CompiledQuery.raw('select $1::jsonb as document', [value]);
  const rejected = database.executeTogether([insertion('Inn'), document, insertion('Isar')]);
  await expect(rejected).rejects.toThrow(TypeError);
  await expect(database.kysely.executeQuery(document)).rejects.toThrow(TypeError);
  expect(await database.executeTogether([quotient(4), named('Inn'), named('Isar'), quotient(3)])).toEqual([
    [{ quotient: 3 }],
    [{ companies: '0' }],
    [{ companies: '0' }],
    [{ quotient: 4 }],
  ]);
});

test('a transaction whose first statement has a value that cannot be converted can be continued and rolled back', async () => {
  const work = database.kysely.transaction().execute(async (transaction) => {
    const document = CompiledQuery.raw('select $1::jsonb as document', [cycle]);
    await expect(transaction.executeQuery(document)).rejects.toThrow(TypeError);
    await transaction.executeQuery(insertion('Lech'));
    throw new Error('not wanted');
  });
  await expect(work).rejects.toThrow('not wanted');
  expect(await database.executeTogether([named('Lech')])).toEqual([[{ companies: '0' }]]);
});

test('statements sent together share one transaction', async () => {
  const transaction = CompiledQuery.raw(
    'select pg_current_xact_id()::text as id, $1::integer as number',
    [1],
  );
  const [first, second] = await database.executeTogether([transaction, transaction]);
  expect(first).toEqual(second);
  const { rows } = await sql`select pg_current_xact_id()::text as id, 1 as number`.execute(database.kysely);
  expect(rows).not.toEqual(first);
});

test('statements are sent together without names, as behind a pooler', async () => {
  const pooled = await openDatabase({
    url: made.url,
    migrate: false,
    poolSize: 1,
    preparedStatements: false,
  });
  try {
    expect(await pooled.executeTogether([quotient(6), quotient(2)])).toEqual([
      [{ quotient: 2 }],
      [{ quotient: 6 }],
    ]);
    await expect(pooled.executeTogether([quotient(1), quotient(0)])).rejects.toMatchObject({ code: '22012' });
    expect(await pooled.executeTogether([quotient(3)])).toEqual([[{ quotient: 4 }]]);
  } finally {
    await pooled.close();
  }
});

test('statements sent together reject when the connection is lost', async () => {
  const lost = database.executeTogether([
    quotient(1),
    CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid()), $1::integer', [1]),
    quotient(1),
  ]);
  await expect(lost).rejects.toMatchObject({ code: '57P01' });
  // The pool may not know yet that the connection has ended.
  await expect
    .poll(() => database.executeTogether([quotient(12)]).catch(() => undefined))
    .toEqual([[{ quotient: 1 }]]);
});

test('a transaction begins in the round trip of its first statement', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const sent = () => query.mock.calls.map(([one]) => textsOf(one));
  try {
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.executeQuery(insertion('Mitte'));
      await transaction.executeQuery(named('Mitte'));
    });
    expect(sent()).toEqual([['begin', insertion('').sql], [named('').sql], ['commit']]);
    query.mockClear();
    await database.kysely.transaction().execute(async () => {});
    expect(sent()).toEqual([]);
    const fails = database.kysely.transaction().execute(async (transaction) => {
      await transaction.executeQuery(quotient(0));
    });
    await expect(fails).rejects.toMatchObject({ code: '22012' });
    expect(sent()).toEqual([['begin', quotient(0).sql], ['rollback']]);
  } finally {
    query.mockRestore();
  }
  expect(await database.executeTogether([named('Mitte')])).toEqual([[{ companies: '1' }]]);
});

test('statements at the commit of a transaction share its round trip, and roll it back if one fails', async () => {
  const companyId = '1';
  let divisor = 4;
  const committed = vi.fn<AtCommit['committed']>();
  const change = async () =>
    database.transaction(
      companyId,
      async (_queries, transaction) => {
        await transaction.executeQuery(insertion('Rand'));
      },
      { atCommit: { statements: () => [quotient(divisor), named('Rand')], committed } },
    );
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const sent = () => query.mock.calls.map(([one]) => textsOf(one));
  const atCommit = [quotient(0).sql, named('').sql, 'commit'];
  try {
    await change();
    expect(sent()).toEqual([['begin', insertion('').sql], atCommit]);
    expect(committed.mock.calls[0]?.[0].map(({ rows }) => rows)).toEqual([
      [{ quotient: 3 }],
      [{ companies: '1' }],
    ]);
    query.mockClear();
    divisor = 0;
    await expect(change()).rejects.toMatchObject({ code: '22012' });
    expect(sent()).toEqual([['begin', insertion('').sql], atCommit, ['rollback']]);
    query.mockClear();
    divisor = 3;
    const statements = () => [quotient(divisor)];
    await database.transaction(companyId, async () => {}, { atCommit: { statements, committed } });
    expect(sent()).toEqual([['begin', quotient(0).sql, 'commit']]);
  } finally {
    query.mockRestore();
  }
  expect(committed).toHaveBeenCalledTimes(2);
  expect(await database.executeTogether([named('Rand')])).toEqual([[{ companies: '1' }]]);
});
