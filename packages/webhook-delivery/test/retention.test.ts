import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules, purgeExpired } from '../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { openWorkbench, settled, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from webhook_event) as events,
      (select count(*)::integer from webhook_delivery) as pending,
      (select count(*)::integer from webhook_delivery_finished) as finished,
      (select count(*)::integer from webhook_attempt) as attempts,
      (select count(*)::integer from webhook_endpoint) as endpoints
  `.execute(bench.database.kysely);
  return rows[0];
}

async function age(days: number) {
  for (const [table, column] of [
    ['webhook_event', 'created_at'],
    ['webhook_delivery', 'event_created_at'],
    ['webhook_delivery_finished', 'finished_at'],
    ['webhook_attempt', 'started_at'],
    ['webhook_endpoint', 'state_changed_at'],
  ]) {
    const [name, time] = [sql.table(table ?? ''), sql.ref(column ?? '')];
    await sql`update ${name} set ${time} = ${time} - ${days} * interval '1 day'`.execute(
      bench.database.kysely,
    );
  }
}

test('after 30 days nothing is left of an event, its deliveries and attempts; what is still due stays', async () => {
  const { kysely } = bench.database;
  const { companyId } = bench;
  const { endpoint } = await bench.subscribe(receiver.url, ['customer.created']);
  const { endpoint: waiting } = await bench.subscribe(receiver.url, ['customer.deleted']);
  const { endpoint: removed } = await bench.subscribe(receiver.url, ['customer.deleted']);
  const dispatcher = bench.dispatch();
  await bench.record('customer.created');
  await settled(bench, endpoint, 'delivered');
  await dispatcher.stop();
  await bench.endpoints.remove({ companyId, endpointId: removed.id });
  await bench.record('customer.deleted');
  await bench.endpoints.pause({ companyId, endpointId: waiting.id });
  const all = { events: 2, pending: 1, finished: 1, attempts: 1, endpoints: 3 };
  expect(await counts()).toEqual(all);

  await age(29.9);
  await purgeExpired(kysely, defaultRules);
  expect(await counts()).toEqual(all);

  await sql`update webhook_endpoint set state = 'active' where state = 'paused'`.execute(kysely);
  await age(0.2);
  await purgeExpired(kysely, defaultRules);
  expect(await counts()).toEqual({ events: 1, pending: 1, finished: 0, attempts: 0, endpoints: 2 });

  await sql`update webhook_endpoint set state = 'paused'`.execute(kysely);
  await purgeExpired(kysely, defaultRules);
  expect(await counts()).toEqual({ events: 0, pending: 0, finished: 1, attempts: 1, endpoints: 2 });
});
