import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Delivery, defaultRules, type EndpointId, purgeExpired } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { days, minutes } from './support/database-clock.ts';
import { holdAnswers, silence } from './support/receiver.ts';
import { drained, eventually, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

async function only(id: EndpointId): Promise<Delivery> {
  const [delivery] = await bench.deliveries.list(id);
  if (!delivery) throw new Error('The endpoint has no delivery.');
  return delivery;
}

async function redeliver(id: EndpointId) {
  const { companyId, id: deliveryId } = await only(id);
  await bench.deliveries.redeliver({ companyId, deliveryId });
}

const attemptsLeft = async ({ companyId }: EndpointId) => {
  const { rows } = await sql<{ left: number }>`
    select 8 - (attempts - budget_from) as left from webhook_delivery where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  return rows.map(({ left }) => left);
};

test('a delivered event is sent again with the same id and body, and only once for repeated calls', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId);
  const [{ id: deliveryId } = { id: '' }] = await settled(bench, id, 'delivered');
  const clicks = await Promise.allSettled([redeliver(id), redeliver(id)]);
  // The attempt of the first call may be in flight during the second call.
  for (const click of clicks) {
    if (click.status === 'rejected') expect(click.reason).toMatchObject({ code: 'delivery_in_flight' });
  }
  expect(clicks.some(({ status }) => status === 'fulfilled')).toBe(true);
  const [first, second] = await receiver.received(2);
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery).toMatchObject({
    id: deliveryId,
    attempts: [{ trigger: 'auto' }, { trigger: 'manual', attemptNumber: 2 }],
  });
  await bench.drainDue(companyId);
  expect(receiver.requests).toHaveLength(2);
});

test('an exhausted event gets exactly one more attempt, which does not count against the endpoint', async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId);
  await settled(bench, id, 'exhausted');
  await redeliver(id);
  await receiver.received(9);
  const [delivery] = await settled(bench, id, 'exhausted');
  expect(delivery?.attempts).toHaveLength(9);
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 8 });
});

test('a discarded event that is still stored is sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.record(companyId);
  await sql`
    with gone as (delete from webhook_delivery where company_id = ${companyId}::bigint returning *)
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'discarded', 0 from gone
  `.execute(bench.database.kysely);
  bench.dispatch();
  await redeliver(id);
  await settled(bench, id, 'delivered');
});

test.each(['paused', 'disabled'] as const)(
  'an endpoint that is %s gets the event and keeps its state',
  async (state) => {
    const { companyId, id } = await bench.subscribe(receiver.url);
    const { kysely } = bench.database;
    const health = { state, consecutiveFailures: 7 };
    await kysely.updateTable('webhookEndpoint').set(health).where('companyId', '=', companyId).execute();
    await bench.record(companyId);
    await bench.record(companyId);
    bench.dispatch();
    await bench.drainDue(companyId);
    expect(receiver.requests).toEqual([]);
    await redeliver(id);
    await eventually(async () => expect((await only(id)).status).toBe('delivered'));
    await bench.drainDue(companyId);
    expect(receiver.requests).toHaveLength(1);
    expect(await bench.endpoints.get(id)).toMatchObject(health);
  },
);

test('a success at an active endpoint resets its consecutive failures', async () => {
  receiver.answer(500, 500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { maxAttempts: 2 } });
  await bench.record(companyId);
  await settled(bench, id, 'exhausted');
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 2 });
  await redeliver(id);
  await settled(bench, id, 'delivered');
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
});

test('a waiting event is sent immediately and keeps its remaining attempts', async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { retryFirstMs: 60_000, retryCapMs: 60_000 } });
  await bench.record(companyId);
  await eventually(async () => expect((await only(id)).attempts).toHaveLength(1));
  await redeliver(id);
  await eventually(async () => expect((await only(id)).attempts).toHaveLength(2));
  expect(await attemptsLeft(id)).toEqual([7]);
});

/** Redelivers an event that waits for a paused endpoint. The attempt fails. */
async function failRedelivery({ companyId, endpointId }: EndpointId, eventId: string) {
  const waiting = await bench.deliveries.list({ companyId, endpointId });
  const deliveryId = waiting.find((delivery) => delivery.eventId === eventId)?.id ?? '';
  receiver.answer(500);
  bench.dispatch({ rules: { retryFirstMs: 60_000, retryCapMs: 3_600_000 } });
  await bench.deliveries.redeliver({ companyId, deliveryId });
  const attempt = await eventually(async () => {
    const deliveries = await bench.deliveries.list({ companyId, endpointId });
    const [first] = deliveries.find(({ id }) => id === deliveryId)?.attempts ?? [];
    if (!first) throw new Error('No attempt was made.');
    return first;
  });
  await bench.stop();
  receiver.reset();
  return attempt;
}

test('the delay after a manual first attempt is the first in the schedule', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  const { nextAttemptAt, startedAt } = await failRedelivery(id, await bench.record(companyId));
  expect(Date.parse(nextAttemptAt ?? '') - Date.parse(startedAt)).toBeGreaterThanOrEqual(0.85 * 60_000);
});

test('an event whose redelivery fails while the endpoint is paused keeps its place in the queue', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  const ids = await bench.recordMany(companyId, 4);
  await failRedelivery(id, ids[0] ?? '');
  await bench.endpoints.enable(id);
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.arrived()).toEqual(ids);
});

test('requested deliveries are sent before all others', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 60);
  const wanted = await bench.record(companyId);
  const { id: deliveryId } = await only(id);
  await bench.endpoints.enable(id);
  bench.dispatch();
  await receiver.received(1);
  await bench.deliveries.redeliver({ companyId, deliveryId });
  answers.release();
  await drained(bench, id);
  // Only deliveries that were in flight arrive earlier.
  expect(receiver.arrived().indexOf(wanted)).toBeLessThan(8);
});

test('rejects a redelivery while the event is being sent', async () => {
  receiver.answer(silence);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId);
  await receiver.received(1);
  await expect(redeliver(id)).rejects.toMatchObject({ code: 'delivery_in_flight' });
});

test('rejects a redelivery of expired events, deleted endpoints and unknown deliveries', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId);
  const [{ id: deliveryId } = { id: '' }] = await settled(bench, id, 'delivered');
  expect(await bench.deliveries.companyOf(deliveryId)).toBe(companyId);
  const foreign = { companyId: await bench.addCompany(), deliveryId };
  for (const unknown of [foreign, { companyId, deliveryId: 'x' }, { companyId, deliveryId: id.endpointId }]) {
    await expect(bench.deliveries.redeliver(unknown)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
  await sql`delete from webhook_event where company_id = ${companyId}::bigint`.execute(bench.database.kysely);
  await expect(redeliver(id)).rejects.toMatchObject({ code: 'event_expired' });
  await bench.endpoints.remove(id);
  await expect(redeliver(id)).rejects.toMatchObject({ code: 'endpoint_not_found' });
});

test('recovers exactly the deliveries exhausted in a period, in order and with eight attempts each', async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { maxAttempts: 1, maxConsecutiveFailures: 100 } });
  const earlier = await bench.record(companyId);
  const [{ eventCreatedAt } = { eventCreatedAt: '' }] = await settled(bench, id, 'exhausted');
  const since = new Date(Date.parse(eventCreatedAt) + minutes(1)).toISOString();
  await bench.clock.advance(minutes(2));
  const failed = await bench.recordMany(companyId, 8);
  await bench.endpoints.sendTest(id);
  await settled(bench, id, 'exhausted', 10);
  await dispatcher.stop();
  receiver.reset();
  const fine = await bench.record(companyId);
  bench.dispatch();
  await eventually(() => expect(receiver.arrived()).toEqual([fine]));
  await bench.stop();

  expect(await bench.deliveries.recover({ ...id, since: '2100-01-01T00:00:00Z' })).toBe(0);
  expect(await bench.deliveries.recover({ ...id, since: '2000-01-01T00:00:00Z', until: since })).toBe(1);
  expect(await bench.deliveries.recover({ ...id, since })).toBe(8);
  expect(await bench.deliveries.recover({ ...id, since })).toBe(0);
  expect(await attemptsLeft(id)).toEqual(Array(9).fill(8));
  await bench.database.kysely
    .updateTable('webhookEndpoint')
    .set({ sendWindow: 1, maxInFlight: 1 })
    .where('companyId', '=', companyId)
    .execute();
  receiver.reset();
  receiver.answer(500, 500, 204);
  bench.dispatch();
  await drained(bench, id);
  // Two deliveries arrived twice; only first arrivals are compared.
  expect(receiver.requests).toHaveLength(11);
  expect([...new Set(receiver.arrived())]).toEqual([earlier, ...failed]);
  const deliveries = await bench.deliveries.list(id);
  const recovered = deliveries.filter(({ eventId }) => failed.includes(eventId));
  for (const { status, attempts } of recovered) {
    expect(status).toBe('delivered');
    expect(attempts.map(({ trigger }) => trigger).slice(0, 2)).toEqual(['auto', 'recover']);
  }
  const tests = deliveries.filter(({ eventType }) => eventType === 'endpoint.test');
  expect(tests.map(({ status }) => status)).toEqual(['exhausted']);
});

test('an event whose redelivery fails while the endpoint is paused is still discarded after 30 days', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  const eventId = await bench.record(companyId);
  await bench.clock.advance(days(29));
  await failRedelivery(id, eventId);
  await bench.clock.advance(days(1));
  await purgeExpired(bench.database.kysely, defaultRules);
  const [delivery] = await settled(bench, id, 'discarded');
  expect(delivery?.attempts).toMatchObject([{ trigger: 'manual' }, { errorCode: 'discarded_30d' }]);
});

test('recovers any number of deliveries, except those of expired events', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 2_500);
  await sql`
    with gone as (delete from webhook_delivery where company_id = ${companyId}::bigint returning *)
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'exhausted', 8 from gone
  `.execute(bench.database.kysely);
  const [{ eventId } = { eventId: '' }] = await bench.deliveries.list({ ...id, limit: 1 });
  await sql`delete from webhook_event where id = ${eventId}::uuid`.execute(bench.database.kysely);
  const since = new Date(Date.now() - days(1)).toISOString();
  expect(await bench.deliveries.recover({ ...id, since })).toBe(2_499);
  await bench.endpoints.remove(id);
});
