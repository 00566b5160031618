import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newWindow, resize, type WindowSign } from '../src/dispatch/capacity/endpoint-window.ts';
import { defaultRules as rules } from '../src/index.ts';

function sizeAfter(signs: readonly WindowSign[], inUse = 1): number {
  const window = newWindow(rules);
  for (const sign of signs) {
    window.inFlight = Math.ceil(inUse * window.size);
    resize(window, sign, rules);
  }
  return window.size;
}

const quick: WindowSign = { delivered: true, answerMs: 5 };
const slow: WindowSign = { delivered: true, answerMs: 5_000 };
const failed: WindowSign = { delivered: false, answerMs: 5 };
const times = (count: number, sign: WindowSign) => Array<WindowSign>(count).fill(sign);

test('each quick answer opens the window by one, up to the most', () => {
  expect(sizeAfter([])).toBe(rules.startInFlight);
  expect(sizeAfter(times(10, quick))).toBe(rules.startInFlight + 10);
  expect(sizeAfter(times(1_000, quick))).toBe(rules.maxInFlightPerEndpoint);
});

test('a window that is hardly used does not open', () => {
  expect(sizeAfter(times(100, quick), 0.25)).toBe(rules.startInFlight);
});

test('a failure halves it, down to one', () => {
  expect(sizeAfter([...times(56, quick), failed])).toBe(32);
  expect(sizeAfter(times(10, failed))).toBe(1);
});

test('a slow answer halves it once for all in flight together, and not below the start', () => {
  expect(sizeAfter([...times(56, quick), ...times(32, slow)])).toBe(32);
  expect(sizeAfter([...times(56, quick), ...times(1_000, slow)])).toBe(rules.startInFlight);
});

test('an endpoint that always takes its time keeps its window: above a second it does not open, nor close within four times the usual', () => {
  const usual: WindowSign = { delivered: true, answerMs: 900 };
  const late: WindowSign = { delivered: true, answerMs: 3_000 };
  expect(sizeAfter([...times(56, usual), ...times(100, late)])).toBe(64);
});

test('whatever happens, the window is between one and the most', () => {
  const sign = fc.record({
    delivered: fc.constantFrom(true, false, null),
    answerMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(sign, { maxLength: 500 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (signs, inUse) => {
        const size = sizeAfter(signs, inUse);
        expect(Number.isInteger(size)).toBe(true);
        expect(size).toBeGreaterThanOrEqual(1);
        expect(size).toBeLessThanOrEqual(rules.maxInFlightPerEndpoint);
      },
    ),
  );
});
