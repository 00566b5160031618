import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { eventually, openWorkbench, settled, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await bench.reset();
  receiver.requests.length = 0;
  receiver.answer(204);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

const idOf = ({ companyId, id }: Endpoint) => ({ companyId, endpointId: id });

async function only(endpoint: Endpoint) {
  const [delivery] = await bench.deliveries.list(idOf(endpoint));
  if (!delivery) throw new Error('no delivery');
  return delivery;
}

async function redeliver(endpoint: Endpoint) {
  const { companyId, id } = await only(endpoint);
  await bench.deliveries.redeliver({ companyId, deliveryId: id });
}

test('a delivered event is sent once more with the same id and bytes; a double click sends it once', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  const [{ id } = { id: '' }] = await settled(bench, endpoint, 'delivered');
  await Promise.all([redeliver(endpoint), redeliver(endpoint)]);
  const [first, second] = await receiver.received(2);
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
  const [delivery] = await settled(bench, endpoint, 'delivered');
  expect(delivery).toMatchObject({
    id,
    attempts: [{ trigger: 'auto' }, { trigger: 'manual', attemptNumber: 2 }],
  });
  await delay(100);
  expect(receiver.requests).toHaveLength(2);
});

test('an exhausted event gets exactly one more attempt, which does not count against the endpoint', async () => {
  receiver.answer(500);
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  await settled(bench, endpoint, 'exhausted');
  await redeliver(endpoint);
  await receiver.received(9);
  const [delivery] = await settled(bench, endpoint, 'exhausted');
  expect(delivery?.attempts).toHaveLength(9);
  expect(await bench.endpoints.get(idOf(endpoint))).toMatchObject({ consecutiveFailures: 8 });
});

test.each(['paused', 'disabled'] as const)(
  'reaches an endpoint that is %s, and leaves it so',
  async (state) => {
    const { endpoint } = await bench.subscribe(receiver.url);
    const { kysely } = bench.database;
    await kysely
      .updateTable('webhookEndpoint')
      .set({ state })
      .where('companyId', '=', endpoint.companyId)
      .execute();
    await bench.record();
    await bench.record();
    bench.dispatch();
    await delay(100);
    expect(receiver.requests).toEqual([]);
    await redeliver(endpoint);
    await eventually(async () => expect((await only(endpoint)).status).toBe('delivered'));
    await delay(100);
    expect(receiver.requests).toHaveLength(1);
    expect((await bench.endpoints.get(idOf(endpoint))).state).toBe(state);
  },
);

test('a waiting event is sent now, and its own attempts stay', async () => {
  receiver.answer(500);
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { retryFirstMs: 60_000, retryCapMs: 60_000 } });
  await bench.record();
  await eventually(async () => expect((await only(endpoint)).attempts).toHaveLength(1));
  await redeliver(endpoint);
  await eventually(async () => expect((await only(endpoint)).attempts).toHaveLength(2));
  const { rows } = await sql<{ left: number }>`
    select 8 - (attempts - budget_from) as left from webhook_delivery where company_id = ${bench.companyId}::bigint
  `.execute(bench.database.kysely);
  expect(rows).toEqual([{ left: 7 }]);
});

test('is refused while the event is being sent', async () => {
  receiver.answer((response) => setTimeout(() => response.writeHead(204).end(), 300));
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  await receiver.received(1);
  await expect(redeliver(endpoint)).rejects.toMatchObject({ code: 'delivery_in_flight' });
  await settled(bench, endpoint, 'delivered');
});

test('is refused when the event is no longer kept, when the endpoint was deleted, and for what never was', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  const [{ id: deliveryId } = { id: '' }] = await settled(bench, endpoint, 'delivered');
  const { companyId } = bench;
  expect(await bench.deliveries.companyOf(deliveryId)).toBe(companyId);
  const foreign = { companyId: await bench.addCompany(), deliveryId };
  for (const id of [foreign, { companyId, deliveryId: 'x' }, { companyId, deliveryId: endpoint.id }]) {
    await expect(bench.deliveries.redeliver(id)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
  await sql`delete from webhook_event where company_id = ${companyId}::bigint`.execute(bench.database.kysely);
  await expect(redeliver(endpoint)).rejects.toMatchObject({ code: 'event_expired' });
  await bench.endpoints.remove(idOf(endpoint));
  await expect(redeliver(endpoint)).rejects.toMatchObject({ code: 'endpoint_not_found' });
});
