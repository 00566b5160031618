import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRetryAfter, retryDelay } from '../src/dispatch/retry-delay.ts';
import { assertLeaseOutlivesAttempt, defaultRules } from '../src/rules.ts';

const seconds = (failure: number, random: () => number) =>
  retryDelay({ failure }, defaultRules, random) / 1000;

test('5 s, then four times longer each time, never above an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((failure) => seconds(failure, () => 1))).toEqual([
    5, 20, 80, 320, 1280, 3600, 3600,
  ]);
});

test('jitter takes at most 15 % away and adds nothing', () => {
  expect(seconds(1, () => 0)).toBe(4.25);
  const failures = fc.integer({ min: 1, max: 100 });
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(failures, random, (failure, value) => {
      const full = seconds(failure, () => 1);
      expect(seconds(failure, () => value)).toBeGreaterThanOrEqual(full * 0.85 - 0.001);
      expect(seconds(failure, () => value)).toBeLessThanOrEqual(Math.min(full, 3600));
    }),
  );
});

test('a receiver may ask for a longer wait, up to an hour; after a timeout it is a minute at least', () => {
  const wait = (retryAfterMs: number) => retryDelay({ failure: 1, retryAfterMs }, defaultRules, () => 1);
  expect([wait(1_000), wait(120_000), wait(1e12)]).toEqual([5_000, 120_000, 3_600_000]);
  expect(retryDelay({ failure: 1, overloaded: true }, defaultRules)).toBe(60_000);
});

test.each([
  ['120', 120_000],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
])('Retry-After %j asks for %j ms', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
});

test('a lease that would not outlive an attempt is refused', () => {
  assertLeaseOutlivesAttempt(defaultRules);
  expect(() => assertLeaseOutlivesAttempt({ ...defaultRules, leaseMs: 15_000 })).toThrow(RangeError);
});
