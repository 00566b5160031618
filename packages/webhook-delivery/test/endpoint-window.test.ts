import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EndpointWindow, type WindowResponse } from '../src/dispatch/capacity/endpoint-window.ts';
import { defaultRules as rules } from '../src/index.ts';

/** A claim after which no delivery is due. */
const claim = { claimed: 0, limit: null, recovering: null, backlog: false, rateWaitMs: null };

/** Returns the window's size after the responses. Before each one, the fraction `inUse` of the window is in flight. */
function sizeAfter(responses: readonly WindowResponse[], inUse = 1): number {
  return windowAfter(responses, inUse).size;
}

function windowAfter(responses: readonly WindowResponse[], inUse = 1): EndpointWindow {
  const window = new EndpointWindow(rules);
  for (const response of responses) {
    const wanted = Math.ceil(inUse * window.size);
    while (window.inFlight > wanted) window.answered('other', { delivered: null, responseMs: 0 });
    window.claimed({ ...claim, claimed: wanted - window.inFlight });
    window.answered('attempt', response);
  }
  return window;
}

/** Returns a window of 64 slots after responses that took `responseMs`. */
function grownWindow(responseMs: number): EndpointWindow {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const window = windowAfter(times(56, { delivered: true, responseMs }));
  expect(window.size).toBe(64);
  return window;
}

const quick: WindowResponse = { delivered: true, responseMs: 5 };
const failed: WindowResponse = { delivered: false, responseMs: 5 };
const times = (count: number, response: WindowResponse) => Array<WindowResponse>(count).fill(response);

describe('size', () => {
  test('each quick response increases the size by one, up to the maximum', () => {
    expect(sizeAfter([])).toBe(rules.startInFlight);
    expect(sizeAfter(times(10, quick))).toBe(rules.startInFlight + 10);
    expect(sizeAfter(times(1_000, quick))).toBe(rules.maxInFlightPerEndpoint);
  });

  test('quick responses do not increase the size while less than half of the window is in use', () => {
    expect(sizeAfter(times(100, quick), 0.25)).toBe(rules.startInFlight);
  });

  test('each failure halves the size, down to one', () => {
    expect(sizeAfter([...times(56, quick), failed])).toBe(32);
    expect(sizeAfter(times(10, failed))).toBe(1);
  });

  test('an attempt without a response halves the size every second, but not below the initial size', () => {
    const window = grownWindow(5);
    window.began('slow');
    const sizes = Array.from({ length: 5 }, () => {
      vi.advanceTimersByTime(1_001);
      return window.size;
    });
    expect(sizes).toEqual([32, 16, 8, 8, 8]);
  });

  test('slow attempts in flight at the same time halve the size only once', () => {
    const window = grownWindow(5);
    for (let count = 0; count < 32; count += 1) window.began(String(count));
    vi.advanceTimersByTime(1_500);
    for (let count = 0; count < 32; count += 1) {
      window.answered(String(count), { delivered: true, responseMs: 1_500 });
    }
    expect(window.size).toBe(32);
    vi.advanceTimersByTime(60_000);
    expect(window.size).toBe(32);
  });

  test('attempts of more than a second leave the size unchanged while they take less than four times the usual time', () => {
    const window = grownWindow(900);
    window.began('late');
    vi.advanceTimersByTime(3_500);
    expect(window.size).toBe(64);
    vi.advanceTimersByTime(200);
    expect(window.size).toBe(32);
  });

  test('a claim that finds the endpoint recovering reduces the size', () => {
    const window = new EndpointWindow(rules);
    window.claimed({ ...claim, recovering: 2 });
    expect(window.size).toBe(2);
    window.claimed({ ...claim, recovering: 5 });
    expect(window.size).toBe(2);
  });

  test('the size is always between one and the maximum', () => {
    const response = fc.record({
      delivered: fc.constantFrom(true, false, null),
      responseMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(response, { maxLength: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (responses, inUse) => {
          const size = sizeAfter(responses, inUse);
          expect(Number.isInteger(size)).toBe(true);
          expect(size).toBeGreaterThanOrEqual(1);
          expect(size).toBeLessThanOrEqual(rules.maxInFlightPerEndpoint);
        },
      ),
    );
  });
});

describe('slots', () => {
  test("the owner's limit applies in addition to the size", () => {
    const window = new EndpointWindow(rules);
    window.claimed({ ...claim, claimed: 2, limit: 3 });
    expect(window).toMatchObject({ slots: 3, freeSlots: 1 });
    window.claimed({ ...claim, limit: 1 });
    expect(window).toMatchObject({ slots: 1, freeSlots: 0 });
    window.claimed(claim);
    expect(window).toMatchObject({ slots: rules.startInFlight, freeSlots: rules.startInFlight - 2 });
  });

  test('an attempt occupies a slot until its response, even if the response says nothing about the endpoint', () => {
    const window = new EndpointWindow(rules);
    window.claimed({ ...claim, claimed: 1 });
    expect(window.inFlight).toBe(1);
    window.answered('attempt', { delivered: null, responseMs: 0 });
    expect(window).toMatchObject({ inFlight: 0, size: rules.startInFlight });
  });
});

describe('demand', () => {
  test('a claim sets or clears the backlog', () => {
    const window = new EndpointWindow(rules);
    expect(window.hasBacklog).toBe(false);
    window.claimed({ ...claim, backlog: true });
    expect(window.hasBacklog).toBe(true);
    window.claimed(claim);
    expect(window.hasBacklog).toBe(false);
  });

  test('a full window is assumed to have a backlog, one with a free slot is not', () => {
    const window = new EndpointWindow(rules);
    expect(window.assumeBacklogIfFull()).toBe(false);
    window.claimed({ ...claim, claimed: rules.startInFlight });
    expect(window.assumeBacklogIfFull()).toBe(true);
    expect(window.hasBacklog).toBe(true);
  });

  test('deliveries delayed only by the rate are not a backlog; the first claim after the delay clears it', () => {
    const window = new EndpointWindow(rules);
    const before = performance.now();
    window.claimed({ ...claim, backlog: true, rateWaitMs: 50 });
    expect(window.hasBacklog).toBe(false);
    expect(window.rateFreeAfterClaim(before)).toBeGreaterThanOrEqual(before + 50);
    expect(window.rateFreeAfterClaim(before + 10_000)).toBeNull();
    expect(window.rateFreeAfterClaim(before)).toBeNull();
  });
});
