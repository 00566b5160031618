import { setTimeout as delay } from 'node:timers/promises';
import type { CompanyQueries, TransactionSettings } from '@pv-planning/database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createOutbox, type NewEvent } from '../src/index.ts';
import { envelope } from '../src/outbox/event-envelope.ts';
import { eventsQuery } from '../src/outbox/record-events.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const events = (companyId: string) =>
  bench.database.kysely.selectFrom('webhookEvent').selectAll().where('companyId', '=', companyId).execute();
const queue = (companyId: string) =>
  bench.database.kysely
    .selectFrom('webhookDelivery')
    .selectAll()
    .where('companyId', '=', companyId)
    .execute();

test('stores the envelope as text: id, type, createdAt of the database in milliseconds, and the given data', async () => {
  const companyId = await bench.addCompany();
  const data = {
    id: '1001',
    name: 'Bäckerei "Kornblume"\n\u2028\u0000\ud800</script>',
    price: 0.1,
    none: null,
  };
  const id = await bench.record(companyId, 'customer.created', data);
  const [event] = await events(companyId);
  expect(event).toMatchObject({ id, type: 'customer.created' });
  expect(event?.body).toBe(
    JSON.stringify({ id, type: 'customer.created', createdAt: event?.createdAt, data }),
  );
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

/** Records events with the commit of a transaction, after its work. */
async function record(
  companyId: string,
  events: readonly NewEvent[],
  work: (queries: CompanyQueries) => Promise<void> = async () => {},
  settings: Pick<TransactionSettings, 'isolationLevel'> = {},
): Promise<void> {
  const outbox = createOutbox({ companyId, wake() {} });
  const inTransaction = async (queries: CompanyQueries) => {
    outbox.abandoned();
    for (const event of events) outbox.record(event);
    await work(queries);
  };
  await bench.database.transaction(companyId, inTransaction, { ...settings, atCommit: outbox });
}

test('an event is due at its time, or immediately if that is in the future', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const past = '2026-03-02T08:15:30.120Z';
  await record(companyId, [
    { type: 'site.updated', data: {}, changedAt: past },
    { type: 'site.updated', data: {}, changedAt: '2100-01-01T00:00:00.000Z' },
  ]);
  const due = (await queue(companyId)).map(({ dueAt }) => dueAt).toSorted();
  expect(due[0]).toBe(past);
  expect(due.filter((time) => Date.parse(time) <= Date.now())).toHaveLength(2);
});

test('createdAt is the time of recording, not of the start of the transaction', async () => {
  const companyId = await bench.addCompany();
  let begun = '';
  await record(companyId, [{ type: 'offer.published', data: {} }], async (queries) => {
    const row = await queries.selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow();
    begun = row.now;
    // Waits in real time, because the clock of the test also moves the start of the transaction.
    await delay(20);
  });
  const [event] = await events(companyId);
  expect(Date.parse(event?.createdAt ?? '') - Date.parse(begun)).toBeGreaterThanOrEqual(19);
});

test('a rollback removes the event and its deliveries', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const work = record(companyId, [{ type: 'customer.created', data: {} }], async () => {
    throw new Error('the change failed');
  });
  await expect(work).rejects.toThrow('the change failed');
  expect([await events(companyId), await queue(companyId)]).toEqual([[], []]);
});

test('an event that cannot be stored rolls back the change', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const work = record(
    companyId,
    [{ type: 'company.updated', data: {}, changedAt: 'never' }],
    async (queries) => {
      await queries.updateTable('company').set({ name: 'changed' }).execute();
    },
  );
  await expect(work).rejects.toMatchObject({ code: '22007' });
  const company = bench.database.forCompany(companyId).selectFrom('company').select('name');
  expect(await company.executeTakeFirst()).toEqual({ name: 'Sonnendach Musterstadt GmbH' });
});

test('a transaction that is retried after a serialization failure leaves one event', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  let runs = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const change = () =>
    record(
      companyId,
      [{ type: 'company.updated', data: {} }],
      async (queries) => {
        runs += 1;
        await queries.selectFrom('company').selectAll().execute();
        if (runs >= 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        await queries
          .updateTable('company')
          .set({ name: `run ${runs}` })
          .execute();
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([change(), change()]);
  expect(runs).toBeGreaterThan(2);
  expect([await events(companyId), await queue(companyId)].map(({ length }) => length)).toEqual([2, 2]);
});

test('the events of an import are recorded by several statements', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const woken: string[] = [];
  const outbox = createOutbox({ companyId, wake: (company) => woken.push(company) });
  outbox.recordAll(Array.from({ length: 2_001 }, () => ({ type: 'material.created', data: {} })));
  expect(outbox.statements()).toHaveLength(3);
  await bench.database.transaction(companyId, async () => {}, { atCommit: outbox });
  expect([await events(companyId), await queue(companyId)].map(({ length }) => length)).toEqual([
    2_001, 2_001,
  ]);
  expect(woken).toEqual([companyId]);
});

test('an event committed after later events were sent is also sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  const early = await bench.database.transaction(companyId, async (_queries, transaction) => {
    const event = envelope({ type: 'customer.created', data: {} });
    await transaction.executeQuery(eventsQuery(companyId, [event]));
    for (let count = 0; count < 3; count++) await bench.record(companyId);
    await settled(bench, id, 'delivered', 3);
    return event.id;
  });
  await settled(bench, id, 'delivered', 4);
  expect(receiver.arrived().at(-1)).toBe(early);
});

test('each subscribed endpoint of the company gets a delivery regardless of its state; the event is stored even if no endpoint is subscribed', async () => {
  const { companyId, id: all } = await bench.subscribe(receiver.url);
  const url = receiver.url;
  const one = await bench.subscribe(url, { companyId, eventTypes: ['customer.created', 'project.created'] });
  await bench.subscribe(url, { companyId, eventTypes: ['customer.updated'] });
  await bench.endpoints.pause(one.id);
  const gone = await bench.subscribe(url, { companyId });
  await bench.endpoints.remove(gone.id);
  await bench.subscribe(url);

  const id = await bench.record(companyId, 'customer.created');
  const deliveries = await queue(companyId);
  expect(deliveries.map(({ endpointId }) => endpointId).toSorted()).toEqual(
    [all.endpointId, one.id.endpointId].toSorted(),
  );
  for (const delivery of deliveries) {
    expect(delivery).toMatchObject({ eventId: id, eventType: 'customer.created' });
  }
  await bench.record(companyId, 'site.created');
  expect((await events(companyId)).map(({ type }) => type).toSorted()).toEqual([
    'customer.created',
    'site.created',
  ]);
  expect(await queue(companyId)).toHaveLength(3);
});

test('an event is sent without a wake-up, as after a commit by another process', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  bench.dispatch();
  await settled(bench, id, 'delivered');
});

test('events recorded together are stored like single ones', async () => {
  const { companyId, endpoint } = await bench.subscribe(receiver.url);
  const other = await bench.addCompany();
  const changedAt = '2026-03-02T08:15:30.120Z';
  const many = [
    { type: 'material.created', data: { id: '1', name: 'Kabel "6 mm²"\n{}' }, changedAt },
    { type: 'material.updated', data: { id: '2', none: null }, changedAt },
    { type: 'material.created', data: { id: '3' } },
  ];
  const outbox = createOutbox({ companyId, wake() {} });
  outbox.recordAll(many);
  outbox.recordAll([]);
  await bench.database.transaction(companyId, async () => {}, { atCommit: outbox });
  const recorded = (await events(companyId)).toSorted((one, two) => (one.id < two.id ? -1 : 1));
  expect(
    recorded.map(({ id, type, createdAt, body }) => ({ body, parsed: { id, type, createdAt } })),
  ).toEqual(
    many.map(({ type, data }, index) => {
      const { id, createdAt } = recorded[index] ?? {};
      return { body: JSON.stringify({ id, type, createdAt, data }), parsed: { id, type, createdAt } };
    }),
  );
  expect(recorded.slice(0, 2).map(({ createdAt }) => createdAt)).toEqual([changedAt, changedAt]);
  const queued = await queue(companyId);
  expect(queued.map(({ eventId }) => eventId).toSorted()).toEqual(recorded.map(({ id }) => id));
  expect(queued.every(({ endpointId }) => endpointId === endpoint.id)).toBe(true);
  expect([await events(other), await queue(other)]).toEqual([[], []]);
});
