import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CompanyQueries, type Database, openDatabase } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

let database: TestDatabase;
let companyId: string;
/** A database with a single connection. */
let small: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  small = await openDatabase({ url: database.url, migrate: false, poolSize: 1 });
  ({ companyId } = await database.kysely
    .insertInto('company')
    .values({ name: 'x' })
    .returning('companyId')
    .executeTakeFirstOrThrow());
});

afterAll(async () => {
  await small.close();
  await database.close();
});

const reason = new Error('reason');
const customers = (db: CompanyQueries) => db.selectFrom('customer').select('id').execute();

/** The current outcome of a promise that may never settle. */
function outcomeOf<T>(promise: Promise<T>): () => unknown {
  let outcome: unknown = 'pending';
  promise.then(
    () => {
      outcome = 'done';
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  return () => outcome;
}

/** Locks the customers until the end of the test. */
async function lockCustomers(): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const transaction = database.kysely.transaction().execute(async (holder) => {
    await sql`lock table customer`.execute(holder);
    lock();
    await over;
  });
  onTestFinished(async () => {
    resolve();
    await transaction;
  });
  await locked;
}

async function processesWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
  return rows.length;
}

const processOf = async ({ kysely }: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)).rows[0]?.pid;

const reads: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  'a statement': (signal) => customers(small.forCompany(companyId, signal)),
  'a transaction': (signal) => small.transaction(companyId, customers, { signal }),
};

test.each(Object.entries(reads))(
  'cancels %s that waits for a lock, and keeps its connection',
  async (_what, read) => {
    const before = await processOf(small);
    await lockCustomers();
    const caller = new AbortController();
    const outcome = outcomeOf(read(caller.signal));
    await expect.poll(processesWaiting).toBe(1);
    caller.abort(reason);
    await expect.poll(outcome).toBe(reason);
    expect(await processesWaiting()).toBe(0);
    expect(await processOf(small)).toBe(before);
  },
);

test.each(Object.entries(reads))(
  'abandons the wait of %s for a connection, which others can then use',
  async (_what, read) => {
    const { promise: over, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = small.kysely.connection().execute(async () => {
      hold();
      await over;
    });
    await held;
    const caller = new AbortController();
    const outcome = outcomeOf(read(caller.signal));
    caller.abort(reason);
    await expect.poll(outcome).toBe(reason);
    release();
    await holding;
    expect(await customers(small.forCompany(companyId))).toEqual([]);
  },
);

test('sends no further statement of a transaction after an abort', async () => {
  const caller = new AbortController();
  const work = async (db: CompanyQueries) => {
    await customers(db);
    caller.abort(reason);
    await customers(db);
  };
  await expect(small.transaction(companyId, work, { signal: caller.signal })).rejects.toBe(reason);
  expect(await customers(small.forCompany(companyId))).toEqual([]);
});

test('does not affect finished statements or other callers if a signal is aborted later', async () => {
  const caller = new AbortController();
  await customers(small.forCompany(companyId, caller.signal));
  const others = small.kysely.connection().execute(async (connection) => {
    caller.abort(reason);
    await sql`select pg_sleep(0.2)`.execute(connection);
  });
  await expect(others).resolves.toBeUndefined();
  await expect(customers(small.forCompany(companyId, caller.signal))).rejects.toBe(reason);
});
