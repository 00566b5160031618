import { openDatabase, openProcessSession } from '@pv-planning/database';
import {
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryExecutorProvider,
  sql,
} from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDispatcher } from '../src/index.ts';
import { secretKey } from '../src/testing/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers, silence } from './support/receiver.ts';
import { diskFull, rejectWrites } from './support/reject-writes.ts';
import { fastRules } from './support/settings.ts';
import { drained, eventually, silent } from './support/workbench.ts';
import { prepareWorker } from './support/worker-process.ts';

const { bench, receiver } = await benchAndReceiver();

const leases = async (companyId: string) => {
  const { rows } = await sql`
    select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
  `.execute(bench.database.kysely);
  return rows.length;
};

/** Returns the number of claims that have locked endpoints and wait for the table of events. */
async function claimsThatWait(transaction: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    select from pg_locks as wanted
    join pg_locks as held on held.pid = wanted.pid and held.granted and held.mode = 'RowShareLock'
    where wanted.relation = 'webhook_event'::regclass and not wanted.granted
      and held.relation = 'webhook_endpoint'::regclass
  `.execute(transaction);
  return rows.length;
}

test('stop waits for attempts in flight, saves their results and sends nothing more', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch();
  await bench.recordMany(companyId, 20);
  await receiver.received(1);
  const stopped = dispatcher.stop();
  answers.release();
  await stopped;
  const sent = receiver.requests.length;
  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(sent);
  expect(await leases(companyId)).toBe(0);
  await dispatcher.stop();
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(20);
  expect(new Set(receiver.arrived()).size).toBe(20);
  // The stopped dispatcher made no attempt while the other one was running.
  const metrics = await dispatcher.registry.metrics();
  expect(metrics).toContain(`webhook_attempts_total{outcome="delivered",error=""} ${sent}\n`);
});

test('a hanging receiver delays the stop by at most one attempt, whose result is saved', async () => {
  receiver.answer(silence);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { timeoutMs: 500, savingMs: 3_600_000 } });
  await bench.recordMany(companyId, 20);
  await receiver.received(1);
  await dispatcher.stop();
  const attempts = (await bench.deliveries.list(id)).flatMap((delivery) => delivery.attempts);
  expect(new Set(attempts.map(({ errorCode }) => errorCode))).toEqual(new Set(['timeout']));
  expect(await leases(companyId)).toBe(0);
});

test('a database that rejects writes delays the stop by little more than one attempt', async () => {
  const { kysely } = bench.database;
  const { companyId, id } = await bench.subscribe(receiver.url);
  const rules = { timeoutMs: 500, responseBodyMs: 100, savingMs: 100, leaseMs: 3_600_000 };
  const dispatcher = bench.dispatch({ rules });
  const accept = await rejectWrites(kysely, 'insert on webhook_delivery_finished', { code: diskFull });
  await bench.record(companyId);
  await receiver.received(1);
  await dispatcher.stop();
  // Not saved yet: the dispatcher retries until the lease expires.
  expect(await leases(companyId)).toBe(1);
  await accept();
  await eventually(async () => {
    const [delivery] = await bench.deliveries.list(id);
    expect(delivery?.attempts).toHaveLength(1);
  });
});

test('claimed deliveries that were not sent are released immediately', async () => {
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
  // The claim waits for the table of events until the stop has begun.
  let stopped: Promise<void> = Promise.resolve();
  await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table webhook_event in access exclusive mode`.execute(transaction);
    const dispatcher = bench.dispatch();
    await eventually(async () => expect(await claimsThatWait(transaction)).toBe(1));
    stopped = dispatcher.stop();
  });
  await stopped;
  expect(receiver.requests).toEqual([]);
  expect(await queue()).toEqual(before);
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(5);
});

test('a dispatcher that is stopped during its first poll begins no purge', async () => {
  const transformQuery = vi.fn(({ node }: PluginTransformQueryArgs) => node);
  const transformResult = async ({ result }: PluginTransformResultArgs) => result;
  const kysely = bench.database.kysely.withPlugin({ transformQuery, transformResult });
  const dispatcher = bench.dispatch({ connections: { ...bench.database, kysely } });
  await dispatcher.stop();
  // The statement of a poll is already compiled. The connections may be closed after the stop.
  expect(transformQuery).not.toHaveBeenCalled();
});

test('a process exits after SIGTERM once all results are saved', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 20);
  const worker = await prepareWorker({ url: bench.url, rules: fastRules });
  worker.start();
  await receiver.received(1);
  const terminated = worker.terminate();
  answers.release();
  expect(await terminated).toBe(0);
  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(receiver.requests.length);
  expect(await leases(companyId)).toBe(0);
});

test('a dispatcher continues after all its connections were terminated', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const url = new URL(bench.url);
  url.searchParams.set('application_name', 'cut');
  const own = await openDatabase({ url: url.href, migrate: false });
  onTestFinished(own.close);
  bench.dispatch({ connections: own });
  for (let cuts = 0; cuts < 20; ) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'cut'
    `.execute(bench.database.kysely);
    cuts += rows.length;
  }
  await bench.record(companyId);
  await drained(bench, id);
});

test('rejects a lease that is shorter than an attempt and a key of the wrong length', async () => {
  const session = openProcessSession({ database: bench.database.kysely });
  onTestFinished(() => session.stop());
  const options = { connections: bench.database, session, logger: silent };
  expect(() => createDispatcher({ ...options, secretKey, rules: { leaseMs: 15_000 } })).toThrow(RangeError);
  expect(() => createDispatcher({ ...options, secretKey: Buffer.alloc(31) })).toThrow(RangeError);
});
