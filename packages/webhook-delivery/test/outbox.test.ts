import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordEvent, recordEvents } from '../src/index.ts';
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

test('an event is due at its time, or immediately if that is in the future', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const past = '2026-03-02T08:15:30.120Z';
  const events = [past, '2100-01-01T00:00:00.000Z'].map((changedAt) => ({
    type: 'site.updated',
    data: {},
    changedAt,
  }));
  await bench.database.transaction(companyId, async (_queries, transaction) => {
    for (const event of events) await recordEvent(transaction, { companyId, ...event });
    await recordEvents(transaction, companyId, events);
  });
  const due = (await queue(companyId)).map(({ dueAt }) => dueAt).toSorted();
  expect(due.slice(0, 2)).toEqual([past, past]);
  expect(due.filter((time) => Date.parse(time) <= Date.now())).toHaveLength(4);
});

test('createdAt is the time of recording, not of the start of the transaction', async () => {
  const companyId = await bench.addCompany();
  await bench.database.transaction(companyId, async (_queries, transaction) => {
    await recordEvent(transaction, { companyId, type: 'offer.state_changed', data: {} });
    // Waits in real time, because the clock of the test also moves the start of the transaction.
    await delay(20);
    await recordEvent(transaction, { companyId, type: 'offer.published', data: {} });
  });
  const recorded = (await events(companyId)).toSorted((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  );
  expect(recorded.map(({ type }) => type)).toEqual(['offer.state_changed', 'offer.published']);
  const [first, second] = recorded.map(({ createdAt }) => Date.parse(createdAt));
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(19);
});

test('a rollback removes the event and its deliveries', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const work = bench.database.transaction(companyId, async (_queries, transaction) => {
    await recordEvent(transaction, { companyId, type: 'customer.created', data: {} });
    throw new Error('the change failed');
  });
  await expect(work).rejects.toThrow('the change failed');
  expect([await events(companyId), await queue(companyId)]).toEqual([[], []]);
});

test('a transaction that is retried after a serialization failure leaves one event', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  let runs = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const raise = () =>
    bench.database.transaction(
      companyId,
      async (queries, transaction) => {
        runs += 1;
        await queries.selectFrom('company').selectAll().execute();
        if (runs >= 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        await queries
          .updateTable('company')
          .set({ name: `run ${runs}` })
          .execute();
        await recordEvent(transaction, { companyId, type: 'company.updated', data: {} });
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([raise(), raise()]);
  expect(runs).toBeGreaterThan(2);
  expect([await events(companyId), await queue(companyId)].map(({ length }) => length)).toEqual([2, 2]);
});

test('an event that is committed after later ones were sent is also sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  const early = await bench.database.transaction(companyId, async (_queries, transaction) => {
    const { id: eventId } = await recordEvent(transaction, { companyId, type: 'customer.created', data: {} });
    for (let count = 0; count < 3; count++) await bench.record(companyId);
    await settled(bench, id, 'delivered', 3);
    return eventId;
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

test('recordEvents stores the same events and deliveries as recordEvent', async () => {
  const { companyId, endpoint } = await bench.subscribe(receiver.url);
  const other = await bench.addCompany();
  const changedAt = '2026-03-02T08:15:30.120Z';
  const many = [
    { type: 'material.created', data: { id: '1', name: 'Kabel "6 mm²"\n{}' }, changedAt },
    { type: 'material.updated', data: { id: '2', none: null }, changedAt },
    { type: 'material.created', data: { id: '3' } },
  ];
  await bench.database.transaction(companyId, async (_queries, transaction) => {
    expect(await recordEvents(transaction, companyId, many)).toBe(3);
    expect(await recordEvents(transaction, companyId, [])).toBe(0);
  });
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
