import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { defaultRules, purgeExpired } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { days, hours } from './support/database-clock.ts';
import { settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from webhook_event) as events,
      (select count(*)::integer from webhook_delivery) as pending,
      (select count(*)::integer from webhook_delivery_finished) as finished,
      (select count(*)::integer from webhook_attempt) as attempts,
      (select count(*)::integer from webhook_notice) as notices,
      (select count(*)::integer from webhook_endpoint) as endpoints
  `.execute(bench.database.kysely);
  return rows[0];
}

test('deletes events, deliveries, attempts and notices after 30 days, except for queued deliveries', async () => {
  const { kysely } = bench.database;
  receiver.answer(500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url, { eventTypes: ['customer.created'] });
  const eventTypes = ['customer.deleted'];
  const { id: waiting } = await bench.subscribe(receiver.url, { companyId, eventTypes });
  const { id: removed } = await bench.subscribe(receiver.url, { companyId, eventTypes });
  bench.dispatch({ rules: { noticeAtFailures: 1 } });
  await bench.record(companyId, 'customer.created');
  await settled(bench, id, 'delivered');
  await bench.stop();
  await bench.endpoints.remove(removed);
  await bench.record(companyId, 'customer.deleted');
  await bench.endpoints.pause(waiting);
  const all = { events: 2, pending: 1, finished: 1, attempts: 2, notices: 1, endpoints: 3 };
  expect(await counts()).toEqual(all);

  await bench.clock.advance(days(30) - hours(1));
  await purgeExpired(kysely, defaultRules);
  expect(await counts()).toEqual(all);

  await sql`update webhook_endpoint set state = 'active' where state = 'paused'`.execute(kysely);
  await bench.clock.advance(hours(2));
  await purgeExpired(kysely, defaultRules);
  expect(await counts()).toEqual({
    events: 1,
    pending: 1,
    finished: 0,
    attempts: 0,
    notices: 0,
    endpoints: 2,
  });

  await sql`update webhook_endpoint set state = 'paused' where state = 'active'`.execute(kysely);
  await purgeExpired(kysely, defaultRules);
  const discarded = { events: 0, pending: 0, finished: 1, attempts: 1, notices: 0, endpoints: 2 };
  expect(await counts()).toEqual(discarded);
});
