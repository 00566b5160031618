import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRetryAfter, retryDelay } from '../src/dispatch/send/retry-delay.ts';
import { defaultRules } from '../src/index.ts';
import { assertLeaseOutlivesAttempt } from '../src/queue/rules.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { eventually, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const scheduled = [5, 20, 80, 320, 1_280, 3_600, 3_600];

test('an event that is never confirmed is sent eight times within two and a half hours', async () => {
  receiver.reset();
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { ...defaultRules, pollMs: 20 } });
  await bench.record(companyId);
  for (const [index, seconds] of scheduled.entries()) {
    const last = await eventually(async () => {
      const [delivery] = await bench.deliveries.list(id);
      expect(delivery).toMatchObject({ status: 'pending' });
      expect(delivery?.attempts).toHaveLength(index + 1);
      return delivery?.attempts.at(-1);
    });
    const wait = (Date.parse(last?.nextAttemptAt ?? '') - Date.parse(last?.startedAt ?? '')) / 1000;
    expect(wait).toBeGreaterThanOrEqual(seconds * 0.85);
    expect(wait).toBeLessThan(2 * seconds + 10);
    await bench.clock.advance(seconds * 1000 + 60_000);
  }
  const [delivery] = await settled(bench, id, 'exhausted');
  expect(delivery?.attempts.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(delivery?.attempts.at(-1)?.nextAttemptAt).toBeNull();
  expect(receiver.requests).toHaveLength(8);
  expect(scheduled.reduce((sum, seconds) => sum + seconds) / 3600).toBeCloseTo(2.47, 2);
  await bench.stop();
});

test.each([
  [429, '120', 120],
  [503, '120', 120],
  [503, '99999999999', 3_600],
  [429, '0', 60],
  [500, '120', 5],
])('after %d with Retry-After %s, the next attempt follows in %d s', async (status, retryAfter, seconds) => {
  receiver.reset();
  receiver.answer((response) => response.writeHead(status, { 'retry-after': retryAfter }).end());
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: defaultRules });
  await bench.record(companyId);
  await eventually(async () => {
    const [delivery] = await bench.deliveries.list(id);
    const [attempt] = delivery?.attempts ?? [];
    const wait = (Date.parse(attempt?.nextAttemptAt ?? '') - Date.parse(attempt?.startedAt ?? '')) / 1000;
    expect(wait).toBeGreaterThanOrEqual(seconds * 0.85);
    expect(wait).toBeLessThan(2 * seconds + 10);
  });
  await bench.stop();
});

test('Retry-After also delays other events of the endpoint', async () => {
  receiver.reset();
  receiver.answer((response) => response.writeHead(503, { 'retry-after': '600' }).end());
  const { companyId, id } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch({ rules: defaultRules });
  await bench.record(companyId);
  await eventually(async () => {
    expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 });
  });
  receiver.answer((response) => response.writeHead(204).end());
  await bench.clock.advance(590_000);
  await bench.record(companyId);
  await bench.drainDue(companyId);
  expect(receiver.requests).toHaveLength(1);
  await bench.clock.advance(20_000);
  dispatcher.wake(companyId);
  await settled(bench, id, 'delivered', 2);
  await bench.stop();
});

test('the delay is between 85 % of the schedule and an hour for all failures and Retry-After values', () => {
  const seconds = (milliseconds: number) => milliseconds / 1000;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.option(fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String)), { nil: undefined }),
      fc.boolean(),
      (failure, random, retryAfter, overloaded) => {
        const retryAfterMs = parseRetryAfter(retryAfter, Date.parse('2026-01-01T00:00:00Z'));
        const wait = seconds(retryDelay({ failure, retryAfterMs, overloaded }, defaultRules, () => random));
        const base = scheduled[failure - 1] ?? 3_600;
        expect(wait).toBeGreaterThanOrEqual(base * 0.85 - 0.001);
        expect(wait).toBeLessThanOrEqual(3_600);
        if (retryAfterMs === undefined && !overloaded) expect(wait).toBeLessThanOrEqual(base);
        if (overloaded) expect(wait).toBeGreaterThanOrEqual(60);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('without jitter or Retry-After, the delays match the schedule and never decrease', () => {
  const exact = scheduled.map((_, index) => retryDelay({ failure: index + 1 }, defaultRules, () => 1));
  expect(exact).toEqual(scheduled.map((seconds) => seconds * 1000));
  expect(exact.toSorted((one, other) => one - other)).toEqual(exact);
});

test.each([
  ['120', 120_000],
  ['1000000000000', 1e15],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2099', 2_099_000],
  ['May 2099', undefined],
  ['', undefined],
  [undefined, undefined],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
])('Retry-After %j means %j ms', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
});

test('rejects a lease that is shorter than an attempt', () => {
  assertLeaseOutlivesAttempt(defaultRules);
  expect(() => bench.dispatch({ rules: { ...defaultRules, leaseMs: 15_000 } })).toThrow(RangeError);
});
