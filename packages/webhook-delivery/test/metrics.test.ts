import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { hours, minutes } from './support/database-clock.ts';
import { silence } from './support/receiver.ts';
import { soak } from './support/settings.ts';
import { drained, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

// The metrics cover all companies.
beforeEach(async () => {
  await sql`truncate webhook_endpoint cascade`.execute(bench.database.kysely);
});

/** Returns the samples of a scrape by name and labels. */
async function scrape(registry: Registry): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('counts queued deliveries and endpoints by state and measures the age of the oldest due delivery', async () => {
  const active = await bench.subscribe(receiver.url);
  const paused = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(paused.id);
  const failing = await bench.subscribe(receiver.url);
  await bench.database.kysely
    .updateTable('webhookEndpoint')
    .set({ state: 'disabled' })
    .where('id', '=', failing.id.endpointId)
    .execute();
  await bench.endpoints.remove((await bench.subscribe(receiver.url)).id);
  await bench.record(failing.companyId);
  await bench.clock.advance(hours(10));
  await bench.recordMany(active.companyId, 3);
  await bench.recordMany(paused.companyId, 5);
  await bench.clock.advance(hours(1));
  const backingOff = await bench.subscribe(receiver.url);
  await bench.recordMany(backingOff.companyId, 2);
  await sql`
    update webhook_endpoint set gate_until = now() + interval '10 minutes' where id = ${backingOff.id.endpointId}::uuid
  `.execute(bench.database.kysely);

  const registry = new Registry();
  const dispatcher = bench.dispatch({ registry, rules: { maxInFlight: 0 } });
  expect(dispatcher.registry).toBe(registry);
  const samples = await scrape(registry);
  expect(samples).toMatchObject({
    'webhook_queue_deliveries{state="active"}': 3,
    'webhook_queue_deliveries{state="backing_off"}': 2,
    'webhook_queue_deliveries{state="paused"}': 5,
    'webhook_queue_deliveries{state="disabled"}': 1,
    'webhook_endpoints{state="active"}': 1,
    'webhook_endpoints{state="backing_off"}': 1,
    'webhook_endpoints{state="paused"}': 1,
    'webhook_endpoints{state="disabled"}': 1,
  });
  expect(samples['webhook_queue_oldest_due_seconds{state="active"}']).toBeCloseTo(3_600, -2);
  expect(samples['webhook_queue_oldest_due_seconds{state="disabled"}']).toBeCloseTo(39_600, -2);
});

test('counts attempts by outcome and times first attempts, except those delayed by the state of the endpoint', async () => {
  receiver.answer(500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const { registry } = bench.dispatch();
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  await bench.endpoints.pause(id);
  await bench.record(companyId);
  await bench.clock.advance(minutes(5));
  await bench.endpoints.enable(id);
  await drained(bench, id);
  await bench.endpoints.sendTest(id);
  await drained(bench, id);
  await bench.stop();
  const samples = await scrape(registry);
  expect(samples).toMatchObject({
    'webhook_attempts_total{outcome="delivered",error=""}': 3,
    'webhook_attempts_total{outcome="failed",error="http_status"}': 1,
    webhook_first_attempt_latency_seconds_count: 1,
    webhook_lease_expiries_total: 0,
    webhook_attempts_without_lease_total: 0,
    webhook_attempts_in_flight: 0,
  });
  expect(samples.webhook_first_attempt_latency_seconds_sum).toBeLessThan(minutes(5) / 1000);
  expect(samples.webhook_claim_seconds_count).toBeGreaterThanOrEqual(4);
  expect(samples.webhook_finish_seconds_count).toBeGreaterThanOrEqual(3);
});

test('shows the number of attempts in flight', async () => {
  receiver.answer(silence);
  const { companyId } = await bench.subscribe(receiver.url);
  const { registry } = bench.dispatch();
  await bench.recordMany(companyId, 3);
  await receiver.received(3);
  expect(await scrape(registry)).toMatchObject({
    webhook_attempts_in_flight: 3,
    'webhook_queue_deliveries{state="active"}': 3,
    'webhook_queue_oldest_due_seconds{state="active"}': 0,
  });
});

test('a scrape succeeds without the queue metrics while the database is unavailable', async () => {
  const { registry } = bench.dispatch({ rules: { maxInFlight: 0 } });
  await sql`alter table webhook_endpoint rename to webhook_endpoint_away`.execute(bench.database.kysely);
  const samples = await scrape(registry);
  await sql`alter table webhook_endpoint_away rename to webhook_endpoint`.execute(bench.database.kysely);
  expect(samples).toMatchObject({ webhook_lease_expiries_total: 0 });
  expect(Object.keys(samples).join()).not.toContain('webhook_queue');
  expect(await scrape(registry)).toMatchObject({ 'webhook_endpoints{state="active"}': 0 });
});

const rows = soak ? 1_000_000 : 5_000;

test(`a scrape stays cheap with ${rows} deliveries queued`, async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  for (let count = 0; count < 10; count++) await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  await bench.recordMany(companyId, rows);
  await sql`analyze webhook_endpoint, webhook_delivery`.execute(bench.database.kysely);
  const { registry } = bench.dispatch({ rules: { maxInFlight: 0 } });
  const begun = performance.now();
  const samples = await scrape(registry);
  const milliseconds = performance.now() - begun;
  console.log(`scrape with ${rows} queued: ${milliseconds.toFixed(0)} ms`);
  expect(samples['webhook_queue_deliveries{state="paused"}']).toBe(Math.min(rows, 100_000));
  if (soak) expect(milliseconds).toBeLessThan(500);
});
