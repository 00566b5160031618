import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDispatcher } from '../src/index.ts';
import { secretKey } from '../src/testing.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { after, silence } from './support/receiver.ts';
import { fastRules } from './support/settings.ts';
import { drained, eventually, settled, silent } from './support/workbench.ts';
import { prepareWorker } from './support/worker-process.ts';

const { bench, receiver } = await benchAndReceiver();

const leases = async (companyId: string) => {
  const { rows } = await sql`
    select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
  `.execute(bench.database.kysely);
  return rows.length;
};

/** Claims that hold endpoints and wait for the table of events. */
async function claimsThatWait(transaction: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    select from pg_locks as wanted
    join pg_locks as held on held.pid = wanted.pid and held.granted and held.mode = 'RowShareLock'
    where wanted.relation = 'webhook_event'::regclass and not wanted.granted
      and held.relation = 'webhook_endpoint'::regclass
  `.execute(transaction);
  return rows.length;
}

test('stop waits for what is being sent, records it, and sends nothing more', async () => {
  receiver.answer(after(200));
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch();
  await bench.recordMany(companyId, 20);
  await receiver.received(1);
  await dispatcher.stop();
  const sent = receiver.requests.length;
  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(sent);
  expect(await leases(companyId)).toBe(0);
  await delay(100);
  expect(receiver.requests).toHaveLength(sent);
  await dispatcher.stop();
  bench.dispatch();
  await drained(bench, id);
  expect(new Set(receiver.arrived()).size).toBe(20);
});

test('a receiver that hangs delays the stop by no more than an attempt, which is recorded', async () => {
  receiver.answer(silence);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { timeoutMs: 500 } });
  await bench.recordMany(companyId, 20);
  await receiver.received(8);
  const begun = performance.now();
  await dispatcher.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
  const attempts = (await bench.deliveries.list(id)).flatMap((delivery) => delivery.attempts);
  expect(attempts.map(({ errorCode }) => errorCode)).toEqual(Array(8).fill('timeout'));
  expect(await leases(companyId)).toBe(0);
});

test('a database that takes no records delays the stop by little more than an attempt', async () => {
  const { kysely } = bench.database;
  const { companyId, id } = await bench.subscribe(receiver.url);
  // It would go on trying for as long as the lease lasts.
  const dispatcher = bench.dispatch({ rules: { leaseMs: 60_000 } });
  await sql`alter table webhook_attempt rename to webhook_attempt_away`.execute(kysely);
  await bench.record(companyId);
  await receiver.received(1);
  const begun = performance.now();
  await dispatcher.stop();
  const took = performance.now() - begun;
  await sql`alter table webhook_attempt_away rename to webhook_attempt`.execute(kysely);
  expect(took).toBeLessThan(30_000);
  await settled(bench, id, 'delivered');
});

test('what was claimed and not begun is handed back at once', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 5);
  const queue = async () => {
    const { rows } = await sql`
      select event_id, due_at, lease_token from webhook_delivery where company_id = ${companyId}::bigint order by due_at
    `.execute(bench.database.kysely);
    return rows;
  };
  const before = await queue();
  expect(before).toHaveLength(5);
  // The claim reads the events: it waits for them until the stop was asked for.
  let stopped: Promise<void> = Promise.resolve();
  await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table webhook_event in access exclusive mode`.execute(transaction);
    const dispatcher = bench.dispatch();
    await eventually(async () => expect(await claimsThatWait(transaction)).toBe(1), 30_000);
    stopped = dispatcher.stop();
  });
  await stopped;
  expect(receiver.requests).toEqual([]);
  expect(await queue()).toEqual(before);
  bench.dispatch();
  await drained(bench, id, 30_000);
  expect(receiver.requests).toHaveLength(5);
});

test('a process ends by itself after SIGTERM, with everything recorded', async () => {
  receiver.answer(after(150));
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 20);
  const worker = await prepareWorker({ url: bench.url, rules: fastRules });
  worker.start();
  await receiver.received(5);
  const begun = performance.now();
  expect(await worker.terminate()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(8_000);
  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(receiver.requests.length);
  expect(await leases(companyId)).toBe(0);
});

test('a dispatcher goes on when all its connections are cut', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  const ended = Date.now() + 150;
  while (Date.now() < ended) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    `
      .execute(bench.database.kysely)
      .catch(() => {});
    await delay(10);
  }
  await delay(100);
  await bench.record(companyId);
  await drained(bench, id);
});

test('a lease that would not outlive an attempt, and a key of the wrong length, are refused', () => {
  const options = { kysely: bench.database.kysely, logger: silent };
  expect(() => createDispatcher({ ...options, secretKey, rules: { leaseMs: 15_000 } })).toThrow(RangeError);
  expect(() => createDispatcher({ ...options, secretKey: Buffer.alloc(31) })).toThrow(RangeError);
});
