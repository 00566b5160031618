import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DeliveryRules, Dispatcher, Outbox } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { hours } from './support/database-clock.ts';
import { holdAnswers } from './support/receiver.ts';
import { drained, eventually, type Subscription, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const event = { type: 'customer.created', data: { id: '1001' } };

interface Recording {
  events?: number;
  beforeCommit?: () => Promise<void>;
  /** Whether the transaction fails after recording the events. */
  failsAtCommit?: boolean;
}

/** Records events in one transaction, as the service does. */
async function record(
  dispatcher: Dispatcher,
  companyId: string,
  { events = 1, beforeCommit = async () => {}, failsAtCommit = false }: Recording = {},
): Promise<void> {
  const outbox = dispatcher.outbox(companyId);
  for (let count = 0; count < events; count += 1) outbox.record(event);
  const last = failsAtCommit ? [sql`select 1 / 0`.compile(bench.database.kysely)] : [];
  const atCommit = { ...outbox, statements: () => [...outbox.statements(), ...last] };
  try {
    await bench.database.transaction(companyId, beforeCommit, { atCommit });
  } catch (error) {
    outbox.abandoned();
    throw error;
  }
}

/** Number of claims that found deliveries. */
async function claims({ registry }: Dispatcher): Promise<number> {
  const { values = [] } = (await registry.getSingleMetric('webhook_claimed_deliveries')?.get()) ?? {};
  return (
    values.find((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))?.value ?? 0
  );
}

/** Starts a dispatcher without polls and sends one event, so that it knows the endpoint. */
async function knowingDispatcher(
  rules: Partial<DeliveryRules> = {},
): Promise<Subscription & { dispatcher: Dispatcher }> {
  const subscription = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { pollMs: 3_600_000, ...rules } });
  await record(dispatcher, subscription.companyId);
  await drained(bench, subscription.id);
  receiver.reset();
  return { ...subscription, dispatcher };
}

async function leases(companyId: string): Promise<number> {
  const { rows } = await sql`
    select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
  `.execute(bench.database.kysely);
  return rows.length;
}

test('an event of this process is sent without a claim, with the stored text', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const before = await claims(dispatcher);
  await record(dispatcher, companyId, { events: 3 });
  await receiver.received(3);
  await drained(bench, id);
  expect(await claims(dispatcher)).toBe(before);
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from webhook_event where company_id = ${companyId}::bigint order by created_at, id
  `.execute(bench.database.kysely);
  expect(receiver.requests.map((request) => ({ id: request.id, body: request.body })).toSorted(byId)).toEqual(
    rows.slice(1).toSorted(byId),
  );
  const [delivery] = await bench.deliveries.list(id);
  expect(delivery?.attempts).toMatchObject([{ attemptNumber: 1, outcome: 'delivered', trigger: 'auto' }]);
});

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

test.each<[string, Recording, string]>([
  ['before', { beforeCommit: () => Promise.reject(new Error('rolled back')) }, 'rolled back'],
  ['at', { failsAtCommit: true }, 'division by zero'],
])(
  'an event of a transaction that fails %s its commit is not sent and holds no slots',
  async (_when, failing, message) => {
    const { dispatcher, companyId, id } = await knowingDispatcher();
    for (let count = 0; count < 20; count += 1) {
      await expect(record(dispatcher, companyId, failing)).rejects.toThrow(message);
    }
    const before = await claims(dispatcher);
    await record(dispatcher, companyId, { events: 8 });
    await drained(bench, id);
    expect(await claims(dispatcher)).toBe(before);
    expect(receiver.requests).toHaveLength(8);
  },
);

test('more events than the endpoint may have in flight wait for claims, in their order', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const [first] = [await claims(dispatcher)];
  await record(dispatcher, companyId, { events: 30 });
  await receiver.received(8);
  expect(await leases(companyId)).toBeLessThan(30);
  answers.release();
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(30);
  expect(await claims(dispatcher)).toBeGreaterThan(first);
});

test.each([
  ['is paused', (subscription: Subscription) => bench.endpoints.pause(subscription.id)],
  [
    'has a limit of attempts in flight',
    ({ id }: Subscription) => bench.endpoints.update(id, { maxInFlight: 1 }),
  ],
  ['has a rate', ({ id }: Subscription) => bench.endpoints.update(id, { rate: 1 })],
  [
    'is recovering from a failure',
    ({ companyId }: Subscription) =>
      sql`update webhook_endpoint set consecutive_failures = 1 where company_id = ${companyId}::bigint`.execute(
        bench.database.kysely,
      ),
  ],
])('nothing is leased with the event for an endpoint that %s', async (_state, change) => {
  const { dispatcher, ...subscription } = await knowingDispatcher();
  await change(subscription);
  const outbox = dispatcher.outbox(subscription.companyId);
  outbox.record(event);
  await bench.database.transaction(subscription.companyId, async (_queries, transaction) => {
    for (const query of outbox.statements()) await transaction.executeQuery(query);
    const deliveries = await transaction
      .selectFrom('webhookDelivery')
      .select('leaseToken')
      .where('companyId', '=', subscription.companyId)
      .execute();
    expect(deliveries).toEqual([{ leaseToken: null }]);
  });
});

test('open transactions with recorded events do not delay others', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const before = await claims(dispatcher);
  const last = Promise.withResolvers<void>();
  const open = Array.from({ length: 9 }, () => {
    const begun = Promise.withResolvers<void>();
    const recorded = record(dispatcher, companyId, {
      beforeCommit: () => {
        begun.resolve();
        return last.promise;
      },
    });
    return { begun: begun.promise, recorded };
  });
  await Promise.all(open.map(({ begun }) => begun));
  await record(dispatcher, companyId);
  await receiver.received(1);
  expect(await claims(dispatcher)).toBe(before);
  last.resolve();
  await Promise.all(open.map(({ recorded }) => recorded));
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(10);
});

/** Records an event. The returned function reports the commit to the dispatcher. */
async function commitUnreported(
  dispatcher: Dispatcher,
  companyId: string,
  { commitMs = 0 }: { commitMs?: number } = {},
): Promise<{ outbox: Outbox; report: () => void }> {
  const outbox = dispatcher.outbox(companyId);
  outbox.record(event);
  let report = () => {};
  await bench.database.transaction(companyId, async () => {}, {
    atCommit: {
      statements: () => [
        ...outbox.statements(),
        sql`select pg_sleep(${commitMs / 1000})`.compile(bench.database.kysely),
      ],
      committed(results) {
        report = () => outbox.committed(results.slice(0, -1));
      },
    },
  });
  return { outbox, report };
}

test('an event whose commit takes long is claimed instead', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const before = await claims(dispatcher);
  const { report } = await commitUnreported(dispatcher, companyId, { commitMs: 1_100 });
  report();
  const [delivery] = await settled(bench, id, 'delivered', 2);
  expect(delivery?.attempts).toHaveLength(1);
  expect(await claims(dispatcher)).toBeGreaterThan(before);
});

test('an event whose commit is not confirmed is claimed if it was committed', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const { outbox } = await commitUnreported(dispatcher, companyId);
  outbox.abandoned();
  const [delivery] = await settled(bench, id, 'delivered', 2);
  expect(delivery?.attempts).toHaveLength(1);
  expect(receiver.requests).toHaveLength(1);
});

test('an event committed while the dispatcher stops is left to other dispatchers', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const { report } = await commitUnreported(dispatcher, companyId);
  await dispatcher.stop();
  expect(await leases(companyId)).toBe(1);
  report();
  await expect.poll(() => leases(companyId)).toBe(0);
  expect(receiver.requests).toEqual([]);
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(1);
});

test('a lease taken with the event expires like others if the process dies', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  await commitUnreported(dispatcher, companyId);
  expect(await leases(companyId)).toBe(1);
  await bench.clock.advance(hours(1));
  bench.dispatch();
  await drained(bench, id);
  const [delivery] = await bench.deliveries.list(id);
  expect(delivery?.attempts).toMatchObject([{ outcome: 'lost' }, { outcome: 'delivered' }]);
});

test("a pause after a failure ends after the database's clock was set back", async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher({
    gateFirstMs: hours(1),
    gateCapMs: hours(1),
  });
  await bench.clock.advance(hours(5));
  receiver.answer(500, 204);
  await record(dispatcher, companyId);
  await eventually(async () =>
    expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 }),
  );
  await bench.clock.advance(-hours(2));
  await bench.record(companyId);
  await receiver.received(2);
});

test('with random rollbacks and endpoints, each committed event arrives once at each endpoint', async () => {
  const { dispatcher, companyId, id } = await knowingDispatcher();
  const others = [await bench.subscribe(receiver.url, { companyId }), await bench.subscribe(receiver.url)];
  let committed = 0;
  const work = Array.from({ length: 120 }, async (_, index) => {
    const company = index % 4 === 3 ? (others[1]?.companyId ?? '') : companyId;
    const events = 1 + (index % 3);
    await record(dispatcher, company, {
      events,
      beforeCommit: async () => {
        if (index % 10 === 0) throw new Error('rolled back');
      },
      failsAtCommit: index % 10 === 5,
    }).then(
      () => {
        committed += events * (company === companyId ? 2 : 1);
      },
      () => {},
    );
  });
  await Promise.all(work);
  for (const { id: endpoint } of [{ id }, ...others]) await drained(bench, endpoint);
  expect(receiver.requests).toHaveLength(committed);
  expect(await dispatcher.registry.metrics()).toContain('webhook_attempts_in_flight 0');
});
