import type { ServerResponse } from 'node:http';
import { unknownOwners } from '@pv-planning/database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { type Dispatcher, defaultRules } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers } from './support/receiver.ts';
import { drained, eventually } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

/** Windows that do not shrink on slow machines. */
const rules = { quickMs: 60_000, slowMs: 60_000 };

test('an endpoint that responds quickly gets more and more concurrent requests', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const held: ServerResponse[] = [];
  let most = 0;
  receiver.answer((response) => {
    held.push(response);
    most = Math.max(most, held.length);
    setTimeout(() => held.splice(0, 1)[0]?.writeHead(204).end(), 5);
  });
  bench.dispatch({ rules });
  await bench.recordMany(companyId, 600);
  await drained(bench, id);
  expect(most).toBeGreaterThan(16);
  expect(receiver.requests).toHaveLength(600);
});

test('an endpoint that stops responding gets fewer concurrent requests before its first slow response', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: { quickMs: 60_000, slowMs: 500 } });
  const windowSize = async () => (await valuesOf(dispatcher))('webhook_send_window');
  await eventually(async () => {
    await bench.recordMany(companyId, 100);
    await drained(bench, id);
    expect(await windowSize()).toBeGreaterThan(2 * defaultRules.startInFlight);
  });
  const answers = holdAnswers();
  receiver.reset();
  receiver.answer(answers.hold);
  await bench.record(companyId);
  await receiver.received(1);
  await eventually(async () => expect(await windowSize()).toBe(defaultRules.startInFlight));
  await bench.recordMany(companyId, 40);
  await receiver.received(defaultRules.startInFlight);
  const value = await valuesOf(dispatcher);
  expect(value('webhook_attempts_in_flight')).toBe(defaultRules.startInFlight);
  answers.release();
  await drained(bench, id);
});

test('a slot is released by the response, even if no result can be saved', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { maxInFlight: 2 });
  await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table webhook_delivery_finished in exclusive mode`.execute(transaction);
    bench.dispatch();
    await bench.recordMany(companyId, 20);
    await receiver.received(20);
  });
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(20);
});

/** Returns the current values of metrics without labels. */
async function valuesOf({ registry }: Pick<Dispatcher, 'registry'>): Promise<(name: string) => number> {
  const text = await registry.metrics();
  return (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

test("claims that reach the owner's limit are not followed by empty claims", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { maxInFlight: 2 });
  await bench.recordMany(companyId, 40);
  const dispatcher = bench.dispatch({ rules: noPoll });
  await drained(bench, id);
  const value = await valuesOf(dispatcher);
  expect(value('webhook_claimed_deliveries_sum')).toBe(40);
  expect(value('webhook_empty_claims_total')).toBeLessThanOrEqual(3);
});

/** A poll interval longer than any test. */
const noPoll = { pollMs: 3_600_000 };

test('many deliveries need few claims and batches, and almost no empty claims', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const events = 500;
  await bench.recordMany(companyId, events);
  const dispatcher = bench.dispatch({ rules: { ...rules, ...noPoll } });
  await drained(bench, id);
  await bench.stop();
  const value = await valuesOf(dispatcher);
  expect(value('webhook_claimed_deliveries_sum')).toBe(events);
  expect(value('webhook_claimed_deliveries_count')).toBeLessThan(events / 2);
  expect(value('webhook_recorded_attempts_count')).toBeLessThan(events / 2);
  // The exact number depends on the interleaving of claims and saved results.
  expect(value('webhook_empty_claims_total')).toBeLessThan(events / 50);
});

test('the end of a queue causes one empty claim, not one per response', async () => {
  const held: ServerResponse[] = [];
  receiver.answer((response) => held.push(response));
  const { companyId, id } = await bench.subscribe(receiver.url);
  const events = defaultRules.startInFlight;
  await bench.recordMany(companyId, events);
  const dispatcher = bench.dispatch({ rules: { ...rules, ...noPoll } });
  await receiver.received(events);
  for (let left = events; left > 0; left -= 1) {
    held.pop()?.writeHead(204).end();
    await eventually(async () =>
      expect(await bench.deliveries.list({ ...id, status: 'pending', limit: events })).toHaveLength(left - 1),
    );
  }
  const value = await valuesOf(dispatcher);
  expect(value('webhook_empty_claims_total')).toBeLessThanOrEqual(3);
});

test('a requested delivery waits for a free slot of its endpoint, without further claims', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { maxInFlight: 1 });
  const other = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 1);
  const dispatcher = bench.dispatch({ rules: noPoll });
  await receiver.received(1);
  await bench.endpoints.sendTest(id);
  dispatcher.wake(companyId);
  for (let count = 2; count <= 20; count += 1) {
    await bench.record(other.companyId);
    await receiver.received(count);
  }
  const value = await valuesOf(dispatcher);
  expect(value('webhook_empty_claims_total')).toBeLessThanOrEqual(3);
  answers.release();
  await drained(bench, id);
});

const claim = (companyId: string, limit = 1_000) =>
  claimDeliveries(bench.database.kysely, {
    companyId,
    limit,
    rules: { ...defaultRules, startInFlight: 256 },
  });

test("attempts do not exceed the owner's rate, regardless of the number of claims and dispatchers", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { rate: 20 });
  await bench.recordMany(companyId, 100);
  const counts: number[] = [];
  for (let step = 0; step < 20; step += 1) {
    counts.push((await claim(companyId)).claims.length);
    counts.push((await claim(companyId)).claims.length);
    await bench.clock.advance(100);
  }
  const claimed = counts.reduce((sum, count) => sum + count);
  // Two seconds of the database's clock plus the duration of the test. The initial burst is a tenth of a second's rate.
  expect(claimed).toBeGreaterThanOrEqual(40);
  const { endpoints } = await claim(companyId);
  const waits = endpoints.map(({ rateWaitMs }) => rateWaitMs ?? 0);
  expect(Math.max(0, ...waits)).toBeLessThanOrEqual(100);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20);
});

test('an endpoint whose limit is used up by other dispatchers gets no share of a claim', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { maxInFlight: 1 });
  await bench.recordMany(companyId, 3);
  expect((await claim(companyId)).claims).toHaveLength(1);
  await bench.subscribe(receiver.url, { companyId });
  await bench.recordMany(companyId, 3);
  const elsewhere = { companyId, limit: 2, rules: defaultRules, owners: { ...unknownOwners, self: -1 } };
  expect((await claimDeliveries(bench.database.kysely, elsewhere)).claims).toHaveLength(2);
});

test("deliveries continue at the owner's rate without a poll", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { rate: 50 });
  bench.dispatch({ rules: noPoll });
  await eventually(async () => {
    await bench.record(companyId);
    expect(receiver.requests.length).toBeGreaterThan(0);
  });
  const begun = performance.now();
  const before = receiver.requests.length;
  await bench.recordMany(companyId, 20);
  await receiver.received(before + 20);
  // The initial burst may be a tenth of a second's rate.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(250);
});

test("deliveries continue at the owner's rate despite empty claims in between", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { rate: 10 });
  await bench.recordMany(companyId, 3);
  const dispatcher = bench.dispatch({ rules: noPoll });
  for (const requests of [1, 2, 3]) {
    await receiver.received(requests);
    dispatcher.wake(companyId);
  }
});

test('each endpoint of a company continues at its own rate', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const slower = await bench.subscribe(receiver.url, { companyId });
  await bench.endpoints.update(id, { rate: 10 });
  await bench.endpoints.update(slower.id, { rate: 2 });
  await bench.recordMany(companyId, 2);
  bench.dispatch({ rules: noPoll });
  await receiver.received(4);
});
