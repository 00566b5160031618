import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ companyId } = await database.kysely
    .insertInto('company')
    .values({ name: 'x' })
    .returning('companyId')
    .executeTakeFirstOrThrow());
});

afterAll(() => database.close());

async function withDatabase<T>(options: object, work: (database: Database) => Promise<T>): Promise<T> {
  const own = await openDatabase({ url: database.url, migrate: false, poolSize: 1, ...options });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

const prepared = sql<{
  statement: string;
}>`select statement from pg_prepared_statements where statement not like '%pg_prepared_statements%'`;

test('prepares statements with parameters once per connection', async () => {
  const statements = await withDatabase({}, async ({ kysely }) => {
    for (const id of ['1', '2', '3'])
      await kysely.selectFrom('site').select('id').where('id', '=', id).execute();
    return (await prepared.execute(kysely)).rows;
  });
  expect(statements).toEqual([{ statement: 'select "id" from "site" where "id" = $1' }]);
});

test('does not prepare statements with many rows, whose text varies with the number of rows', async () => {
  const statements = await withDatabase({}, async ({ kysely }) => {
    const ids = Array.from({ length: 101 }, (_, index) => `${index}`);
    await kysely.selectFrom('site').select('id').where('id', 'in', ids).execute();
    return (await prepared.execute(kysely)).rows;
  });
  expect(statements).toEqual([]);
});

test('prepares no statements behind a pooler', async () => {
  const statements = await withDatabase({ preparedStatements: false }, async ({ kysely }) => {
    await kysely.selectFrom('site').select('id').where('id', '=', '1').execute();
    return (await prepared.execute(kysely)).rows;
  });
  expect(statements).toEqual([]);
});

test('statements in use stay prepared, regardless of the number of other statements', async () => {
  await withDatabase({}, async ({ kysely }) => {
    const inUse = () => kysely.selectFrom('site').select('id').where('id', '=', '1').execute();
    const other = (index: number) => sql<object>`select ${1}::int as ${sql.id(`a${index}`)}`.execute(kysely);
    for (let index = 0; index < 1_400; index += 1) {
      if (index === 600 || index === 1_000) await inUse();
      await other(index);
    }
    const texts = (await prepared.execute(kysely)).rows.map(({ statement }) => statement);
    expect(texts).toHaveLength(500);
    expect(texts).toContain('select "id" from "site" where "id" = $1');
    // A replaced statement is prepared again.
    expect((await other(0)).rows).toEqual([{ a0: 1 }]);
    expect((await prepared.execute(kysely)).rows).toHaveLength(500);
  });
});

test('plans searches with their pattern', async () => {
  await withDatabase({}, async ({ kysely }) => {
    const search = sql<object>`select name from company where name ilike ${'x%'}`;
    expect((await search.execute(kysely)).rows).toEqual([{ name: 'x' }]);
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;
    expect((await prepared.execute(kysely)).rows.filter(({ statement }) => /like/.test(statement))).toEqual(
      [],
    );
  });
});

test('prepares a statement again after a migration has changed its columns', async () => {
  await withDatabase({}, async ({ kysely }) => {
    await sql`create table changing (a int)`.execute(kysely);
    const all = () => sql<object>`select * from changing where a = ${1}`.execute(kysely);
    await all();
    await sql`alter table changing add b int; insert into changing values (1, 2)`.execute(kysely);
    await expect(all()).rejects.toMatchObject({ code: '0A000' });
    expect((await all()).rows).toEqual([{ a: 1, b: 2 }]);
    const texts = (await prepared.execute(kysely)).rows.map(({ statement }) => statement);
    expect(texts.filter((text) => text.includes('changing'))).toHaveLength(1);
    await sql`drop table changing`.execute(kysely);
  });
});

test('returns bigint and date as text, times as ISO text in UTC, numeric as a number', async () => {
  const { rows } = await sql<object>`
    select 9007199254740993 as big, date '2026-03-29' as date, array[date '2026-03-29'] as dates,
           timestamptz '2026-03-29 03:00:00.5+02' as half, timestamptz '2026-03-29 01:00:00Z' as whole,
           timestamptz '2026-03-29 01:00:00.123456Z' as micro, array[timestamptz '2026-03-29 01:00:00Z'] as times,
           'infinity'::timestamptz as ever, 16493.70::numeric as money, 1.5::double precision as measure,
           '{"a_b": [1]}'::json as object, null::timestamptz as nothing`.execute(database.kysely);
  expect(rows).toEqual([
    {
      big: '9007199254740993',
      date: '2026-03-29',
      dates: ['2026-03-29'],
      half: '2026-03-29T01:00:00.500Z',
      whole: '2026-03-29T01:00:00.000Z',
      micro: '2026-03-29T01:00:00.123Z',
      times: ['2026-03-29T01:00:00.000Z'],
      ever: 'infinity',
      money: 16493.7,
      measure: 1.5,
      object: { a_b: [1] },
      nothing: null,
    },
  ]);
});

test.each([{}, { indexesOnly: true }])('compiles no statements with %o', async (options) => {
  await withDatabase(options, async ({ kysely }) => {
    const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(kysely);
    expect(rows).toEqual([{ jit: 'off' }]);
  });
});

test("runs sessions in UTC regardless of the role's setting", async () => {
  const role = sql<{ name: string }>`select current_user as name`;
  const [{ name = '' } = {}] = (await role.execute(database.kysely)).rows;
  await sql`alter role ${sql.id(name)} in database ${sql.id(new URL(database.url).pathname.slice(1))} set timezone = 'Asia/Tokyo'`.execute(
    database.kysely,
  );
  await withDatabase({}, async ({ kysely }) => {
    const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(kysely);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });
});

test('retries transactions that deadlock until all have succeeded', async () => {
  const sites = await database
    .forCompany(companyId)
    .insertInto('site')
    .values([{ name: 'a' }, { name: 'b' }])
    .returning('id')
    .execute();
  const ids = sites.map(({ id }) => id);
  let runs = 0;
  let rowsHeld = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const renameAll = (order: string[]) =>
    database.transaction(companyId, async (db) => {
      runs += 1;
      for (const id of order) {
        await db
          .updateTable('site')
          .set({ phone: String(runs) })
          .where('id', '=', id)
          .execute();
        rowsHeld += 1;
        if (rowsHeld === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
    });
  await Promise.all([renameAll(ids), renameAll(ids.toReversed())]);
  expect(runs).toBe(3);
});

test('does not retry other failures', async () => {
  let runs = 0;
  const failing = database.transaction(companyId, async () => {
    runs += 1;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
});

test('survives the loss of all connections and reports it once', async () => {
  const lost: Error[] = [];
  await withDatabase(
    { poolSize: 3, onConnectionLost: (error: Error) => lost.push(error) },
    async ({ kysely }) => {
      const pause = () => sql`select pg_sleep(0.05)`.execute(kysely);
      for (const losses of [1, 2]) {
        await Promise.all([pause(), pause(), pause()]);
        const held = kysely.transaction().execute(async (trx) => {
          await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
            database.kysely,
          );
          await sql`select 1`.execute(trx);
        });
        await expect(held).rejects.toThrow();
        await expect.poll(() => lost.length).toBeGreaterThanOrEqual(losses);
        // Both idle connections have ended by now.
        await sql`select 1`.execute(database.kysely);
        expect(lost).toHaveLength(losses);
      }
      await pause();
    },
  );
});

/** Holds the lock until `work` has finished. */
async function whileLocked<T>(statement: string, work: () => Promise<T>): Promise<T> {
  return database.kysely.transaction().execute(async (transaction) => {
    await sql.raw(statement).execute(transaction);
    return work();
  });
}

describe('time-outs', () => {
  const patient = { statementMs: 60_000, lockMs: 60_000, idleInTransactionMs: 60_000 };

  test.each([
    ['a long statement', { statementMs: 300 }, '57014'],
    ['a wait for a lock', { lockMs: 50 }, '55P03'],
  ])('end %s, and the connection can be reused', async (_name, changes, code) => {
    await withDatabase({ timeouts: { ...patient, ...changes } }, async ({ kysely }) => {
      const waiting = () => kysely.selectFrom('site').select('id').execute();
      await whileLocked('lock table site', () => expect(waiting()).rejects.toMatchObject({ code }));
      await waiting();
    });
  });

  test('release the locks of an idle transaction', async () => {
    await withDatabase({ timeouts: { ...patient, idleInTransactionMs: 50 } }, async ({ kysely }) => {
      const hanging = kysely.transaction().execute(async (transaction) => {
        await sql`lock table site`.execute(transaction);
        await database.kysely.selectFrom('site').select('id').execute();
        await sql`select 1`.execute(transaction);
      });
      await expect(hanging).rejects.toThrow();
      await kysely.selectFrom('site').select('id').execute();
    });
  });

  test('do not apply to migrations', async () => {
    const timeouts = { statementMs: 50, lockMs: 50, idleInTransactionMs: 50 };
    const opened = await whileLocked('lock table schema_migration', async () => {
      const opening = openDatabase({ url: database.url, timeouts });
      const waiting = sql`select from pg_locks where relation = 'schema_migration'::regclass and not granted`;
      await expect.poll(async () => (await waiting.execute(database.kysely)).rows).toHaveLength(1);
      // Longer than any of the time-outs.
      await sql`select pg_sleep(0.2)`.execute(database.kysely);
      return { opening };
    });
    await (await opened.opening).close();
  });

  test('are not set behind a pooler, which would reject the connection', async () => {
    await withDatabase(
      { preparedStatements: false, timeouts: { ...patient, lockMs: 50 } },
      async ({ kysely }) => {
        const { rows } = await sql<object>`select current_setting('lock_timeout') as lock`.execute(kysely);
        expect(rows).toEqual([{ lock: '0' }]);
      },
    );
  });
});

test('serves separate connections with their own limits while the pool is exhausted', async () => {
  await withDatabase({ poolSize: 1 }, async ({ kysely, separate }) => {
    const apart = separate({ timeouts: { statementMs: 7_000, lockMs: 5_000, idleInTransactionMs: 6_000 } });
    await kysely.transaction().execute(async () => {
      const { rows } = await sql<object>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
               current_setting('idle_in_transaction_session_timeout') as idle
      `.execute(apart.kysely);
      expect(rows).toEqual([{ statement: '7s', lock: '5s', idle: '6s' }]);
    });
    await apart.close();
    await expect(sql`select 1`.execute(apart.kysely)).rejects.toThrow();
    await sql`select 1`.execute(kysely);
  });
});

test('reports a server that is unreachable or too old', async () => {
  await expect(openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' })).rejects.toThrow(/ECONNREFUSED/);
  const client = {
    query: async () => ({
      rows: [{ version: '14.9', versionNumber: 140009, encoding: 'UTF8', germanOrder: true }],
    }),
  };
  const { checkServer } = await import('../src/connections/server-check.ts');
  await expect(checkServer(client as unknown as pg.Client)).rejects.toThrow(
    'PostgreSQL 15 or newer is required; this server runs 14.9.',
  );
});
