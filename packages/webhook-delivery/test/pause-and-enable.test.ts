import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { days, hours, minutes } from './support/database-clock.ts';
import { holdAnswers } from './support/receiver.ts';
import { drained, eventually, settled, type Workbench } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const stateOf = async (id: Parameters<Workbench['endpoints']['get']>[0]) =>
  (await bench.endpoints.get(id)).state;

test('while an endpoint is paused, no attempt begins, attempts in flight are saved, and events are queued', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.recordMany(companyId, 30);
  await receiver.received(1);
  const paused = await bench.endpoints.pause(id);
  expect(paused.state).toBe('paused');
  const { rows: underWay } = await sql`
    select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
  `.execute(bench.database.kysely);
  await bench.record(companyId);
  answers.release();
  await bench.drainDue(companyId);
  expect(receiver.requests).toHaveLength(underWay.length);
  const statuses = (await bench.deliveries.list(id)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'delivered')).toHaveLength(underWay.length);
  expect(statuses).toHaveLength(31);
  expect(await bench.endpoints.pause(id)).toEqual(paused);
});

test('a disabled endpoint that is enabled gets its events in order, each with all attempts', async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { maxConsecutiveFailures: 7, retryCapMs: 20 } });
  const ids = [await bench.record(companyId)];
  await eventually(async () => expect(await stateOf(id)).toBe('disabled'));
  for (let count = 0; count < 5; count++) ids.push(await bench.record(companyId));
  await bench.drainDue(companyId);
  expect(receiver.requests).toHaveLength(7);

  receiver.reset();
  receiver.answer(500, 500, 204);
  await bench.endpoints.enable(id);
  dispatcher.wake(companyId);
  const deliveries = await settled(bench, id, 'delivered', 6);
  expect(receiver.arrived()[0]).toBe(ids[0]);
  expect(receiver.arrived().filter((arrived) => arrived !== ids[0] && arrived !== ids[1])).toEqual(
    ids.slice(2),
  );
  expect(deliveries.map(({ attempts }) => attempts.length).reduce((sum, count) => sum + count)).toBe(7 + 8);
  expect(await bench.endpoints.get(id)).toMatchObject({
    state: 'active',
    consecutiveFailures: 0,
    stateReason: null,
  });
});

test('queued events use the URL and the secret that were set while the endpoint was paused', async () => {
  const { companyId, id } = await bench.subscribe(`${receiver.url}/before`);
  await bench.endpoints.pause(id);
  await bench.record(companyId);
  await bench.endpoints.update(id, { url: `${receiver.url}/after` });
  const { secret } = await bench.endpoints.rotateSecret(id, { overlapHours: 0 });
  await bench.endpoints.enable(id);
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/webhooks/after']);
  for (const { headers, body } of receiver.requests) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
});

test('events waiting for a retry are due immediately after enabling, in the order of their creation', async () => {
  receiver.answer(500, 500, 500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { retryFirstMs: hours(1), retryCapMs: hours(1) } });
  const ids = await bench.recordMany(companyId, 3);
  await eventually(async () => {
    const deliveries = await bench.deliveries.list(id);
    expect(deliveries.flatMap(({ attempts }) => attempts)).toHaveLength(3);
  });
  await bench.endpoints.pause(id);
  ids.push(await bench.record(companyId), await bench.record(companyId));
  receiver.reset();
  await bench.endpoints.enable(id);
  await drained(bench, id);
  expect(receiver.arrived()).toEqual(ids);
});

test('enabling changes only the endpoint, however long its queue; the queue is renewed while it is sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 3_000);
  await sql`
    update webhook_delivery set attempts = 3, due_at = due_at + interval '1 hour' where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  const untouched = async () => {
    const { rows } = await sql`
      select from webhook_delivery where company_id = ${companyId}::bigint and budget_from = 0
    `.execute(bench.database.kysely);
    return rows.length;
  };
  expect((await bench.endpoints.enable(id)).state).toBe('active');
  expect(await untouched()).toBe(3_000);
  bench.dispatch();
  await receiver.received(20);
  await eventually(async () => expect(await untouched()).toBe(0));
});

test('an event older than 30 days is discarded and logged, a newer one is sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const retried = await bench.record(companyId);
  await sql`
    update webhook_delivery set attempts = 3, due_at = now() + interval '1 hour' where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  await bench.endpoints.pause(id);
  const old = await bench.record(companyId);
  await bench.clock.advance(minutes(3));
  const young = await bench.record(companyId);
  await bench.clock.advance(days(30) - minutes(2));
  await bench.endpoints.enable(id);
  bench.dispatch();
  await drained(bench, id);
  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.map(({ eventId, status }) => [eventId, status])).toEqual([
    [young, 'delivered'],
    [old, 'discarded'],
    [retried, 'discarded'],
  ]);
  for (const { attempts } of deliveries.slice(1)) {
    expect(attempts).toMatchObject([
      {
        outcome: 'discarded',
        errorCode: 'discarded_30d',
        errorText: 'The event waited longer than 30 days.',
      },
    ]);
  }
  expect(receiver.arrived()).toEqual([young]);
});

test('only the unexpired events of a long queue are sent', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 1_500);
  await bench.clock.advance(hours(2));
  const young = await bench.record(companyId);
  await bench.clock.advance(days(30) - hours(1));
  await bench.endpoints.enable(id);
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.arrived()).toEqual([young]);
});

test('deleting an endpoint discards its queue and stops sending', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 1_500);
  await bench.endpoints.remove(id);
  bench.dispatch();
  await bench.record(companyId);
  await bench.drainDue(companyId);
  expect(receiver.requests).toEqual([]);
  const deliveries = await bench.deliveries.list({ ...id, limit: 2_000 });
  expect(deliveries).toHaveLength(1_500);
  for (const { status, attempts } of deliveries) {
    expect([status, attempts.map(({ errorCode }) => errorCode)]).toEqual(['discarded', ['endpoint_deleted']]);
  }
});

test('a huge queue of a paused endpoint does not delay others', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 5_000);
  const lively = await bench.subscribe(receiver.url);
  await bench.record(lively.companyId);
  bench.dispatch();
  await settled(bench, lively.id, 'delivered');
  expect(receiver.requests).toHaveLength(1);
});

test('a queue that cannot be renewed after enabling does not delay claimed deliveries of other endpoints', async () => {
  const { kysely } = bench.database;
  const { companyId, id } = await bench.subscribe(`${receiver.url}/enabled`);
  const other = await bench.subscribe(`${receiver.url}/other`, { companyId });
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, 3);
  await bench.endpoints.enable(id);
  for (const statement of [
    `create function reject_update() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$`,
    `create trigger reject_update before update of release_pending on webhook_endpoint
      for each row when (not new.release_pending) execute function reject_update()`,
  ]) {
    await sql.raw(statement).execute(kysely);
  }
  bench.dispatch();
  await drained(bench, other.id);
  expect(receiver.requests.map(({ path }) => path)).toEqual(Array(3).fill('/webhooks/other'));
  await sql`drop function reject_update cascade`.execute(kysely);
  await drained(bench, id);
});
