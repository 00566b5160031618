import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultRules } from '../src/index.ts';
import { type Receiver, silence, startReceiver } from './support/receiver.ts';
import { soak } from './support/settings.ts';
import { eventually, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let hanging: Receiver;
let lively: Receiver;

beforeAll(async () => {
  bench = await openWorkbench({ realTime: true });
  hanging = await startReceiver();
  lively = await startReceiver();
});
beforeEach(() => {
  hanging.reset();
  hanging.answer(silence);
});
afterEach(async () => {
  // Attempts that are still connecting would outlast a single hang-up.
  hanging.reset();
  const stopped = bench.reset();
  hanging.hangUp();
  await stopped;
});
afterAll(async () => {
  await hanging.close();
  await bench.close();
  await lively.close();
});

/** Attempts hang longer than the test, which fails if it waits for one. */
const endless = { ...defaultRules, timeoutMs: 600_000, leaseMs: 1_500_000 };

const [queued, events] = soak ? [20_000, 2_000] : [1_000, 100];

test('an endpoint that hangs with a long queue does not delay other endpoints', async () => {
  const { companyId: noisy, id } = await bench.subscribe(hanging.url);
  await bench.recordMany(noisy, queued);
  await bench.subscribe(lively.url, { companyId: noisy, eventTypes: ['site.created'] });
  const companies = [noisy];
  for (let count = 0; count < 24; count++) companies.push((await bench.subscribe(lively.url)).companyId);

  bench.dispatch({ rules: { ...endless, pollMs: 100 } });
  await hanging.received(8);
  for (let count = 0; count < events; count++) {
    await bench.record(companies[count % companies.length] ?? noisy, 'site.created');
  }
  await eventually(() => expect(lively.requests).toHaveLength(events));
  const latencies = lively.requests
    .map(({ at, body }) => at - Date.parse(JSON.parse(body).createdAt))
    .toSorted((one, other) => one - other);
  const percentile = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? Number.NaN;
  console.log(
    `beside one hanging endpoint: first attempt after ${percentile(0.5)} ms (p50), ${percentile(0.99)} ms (p99)`,
  );
  expect(hanging.requests).toHaveLength(8);
  if (soak) expect(percentile(0.99)).toBeLessThan(1_000);
  expect((await bench.endpoints.get(id)).state).toBe('active');
});

test.each([1, 2, 4])('%i companies whose endpoints all hang do not occupy every slot', async (companies) => {
  const other = await bench.subscribe(lively.url);
  bench.dispatch({ rules: { ...endless, maxInFlight: 12, pollMs: 50 } });
  for (let count = 0, before = 0; count < companies; count++, before = hanging.requests.length) {
    const companyId = await bench.addCompany();
    for (let endpoint = 0; endpoint < 3; endpoint++) await bench.subscribe(hanging.url, { companyId });
    await bench.recordMany(companyId, 30);
    await hanging.received(before + 1);
  }
  const before = lively.requests.length;
  await bench.record(other.companyId);
  await eventually(() => expect(lively.requests).toHaveLength(before + 1));
  expect(hanging.requests.length).toBeLessThan(12);
});

test('hanging endpoints at their limit cause few empty claims and delay no retries', async () => {
  for (let count = 0; count < 25; count++) {
    const { companyId, id } = await bench.subscribe(hanging.url);
    await bench.endpoints.update(id, { maxInFlight: 1 });
    await bench.recordMany(companyId, 3);
  }
  const { companyId } = await bench.subscribe(lively.url);
  const dispatcher = bench.dispatch({
    rules: { ...endless, pollMs: 20, retryFirstMs: 20, retryCapMs: 40, gateFirstMs: 0 },
  });
  await hanging.received(25);
  for (let count = 1; count <= 10; count++) {
    lively.reset();
    lively.answer(500, 204);
    await bench.record(companyId);
    await lively.received(2);
  }
  const metrics = await dispatcher.registry.metrics();
  expect(Number(/^webhook_empty_claims_total (.*)$/m.exec(metrics)?.[1])).toBeLessThan(75);
});
