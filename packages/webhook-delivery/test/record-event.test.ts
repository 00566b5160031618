import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordEvent } from '../src/index.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
beforeEach(() => bench.reset());
afterAll(() => bench.close());

const events = () =>
  bench.database.kysely
    .selectFrom('webhookEvent')
    .selectAll()
    .where('companyId', '=', bench.companyId)
    .execute();
const queue = () =>
  bench.database.kysely
    .selectFrom('webhookDelivery')
    .selectAll()
    .where('companyId', '=', bench.companyId)
    .execute();

test('the stored text is the envelope: id, type, createdAt by the database to the millisecond, data as given', async () => {
  const data = {
    id: '1001',
    name: 'Bäckerei "Kornblume"\n\u2028\u0000\ud800</script>',
    price: 0.1,
    none: null,
  };
  const id = await bench.record('customer.created', data);
  const [event] = await events();
  expect(event).toMatchObject({ id, type: 'customer.created' });
  expect(event?.body).toBe(
    JSON.stringify({ id, type: 'customer.created', createdAt: event?.createdAt, data }),
  );
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

test('createdAt is that of a record made in the same transaction, the same for all events of one change', async () => {
  const { companyId } = bench;
  const now = await bench.database.transaction(companyId, async (_queries, transaction) => {
    await recordEvent(transaction, { companyId, type: 'offer.state_changed', data: {} });
    await delay(20);
    await recordEvent(transaction, { companyId, type: 'offer.published', data: {} });
    const { rows } = await sql<{ now: string }>`select now()::timestamptz(3) as now`.execute(transaction);
    return rows[0]?.now;
  });
  expect((await events()).map(({ createdAt }) => createdAt)).toEqual([now, now]);
});

test('a rollback leaves neither event nor delivery', async () => {
  await bench.subscribe('https://receiver.example/');
  const { companyId } = bench;
  const work = bench.database.transaction(companyId, async (_queries, transaction) => {
    await recordEvent(transaction, { companyId, type: 'customer.created', data: {} });
    throw new Error('the change failed');
  });
  await expect(work).rejects.toThrow('the change failed');
  expect([await events(), await queue()]).toEqual([[], []]);
});

test('every subscribed endpoint of the company gets a delivery whatever its state; the event is written anyway', async () => {
  const url = 'https://receiver.example/';
  const { companyId, endpoints } = bench;
  const all = await bench.subscribe(url, ['*']);
  const one = await bench.subscribe(url, ['customer.created', 'project.created']);
  await bench.subscribe(url, ['customer.updated']);
  await endpoints.pause({ companyId, endpointId: one.endpoint.id });
  const gone = await bench.subscribe(url, ['*']);
  await endpoints.remove({ companyId, endpointId: gone.endpoint.id });
  await endpoints.create({ companyId: await bench.addCompany(), url, eventTypes: ['*'] });

  const id = await bench.record('customer.created');
  const deliveries = await queue();
  expect(deliveries.map(({ endpointId }) => endpointId).sort()).toEqual(
    [all.endpoint.id, one.endpoint.id].sort(),
  );
  expect(
    deliveries.every(({ eventId, eventType }) => eventId === id && eventType === 'customer.created'),
  ).toBe(true);

  await bench.record('site.created');
  expect((await events()).map(({ type }) => type).sort()).toEqual(['customer.created', 'site.created']);
  expect(await queue()).toHaveLength(3);
});
