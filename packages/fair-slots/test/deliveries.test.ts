import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FairSlots, fairSlots, slotRules } from '../src/index.ts';

let slots: FairSlots;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  slots = fairSlots(slotRules.deliveries);
});

/** Begins attempts of the company until it has reached its limit, and returns their number. */
function fill(companyId: string): number {
  let begun = 0;
  while (slots.freeFor(companyId) > 0) {
    slots.reserve(companyId, 1);
    slots.begin(companyId);
    begun += 1;
  }
  return begun;
}

test('a company has half of the slots while no other company sends', () => {
  expect(fill('1')).toBe(500);
});

test('a company has at most a quarter of the slots while another company sends', () => {
  slots.reserve('2', 1);
  slots.begin('2');
  expect(fill('1')).toBe(250);
  slots.releaseReserved('2', 1);
  expect(slots.freeFor('1')).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(slots.freeFor('1')).toBe(250);
});

test('a company above its limit acquires slots when enough of its attempts have ended', () => {
  fill('1');
  slots.reserve('2', 1);
  slots.begin('2');
  for (let count = 0; count < 250; count += 1) slots.releaseReserved('1', 1);
  expect(slots.freeFor('1')).toBe(0);
  slots.releaseReserved('1', 1);
  expect(slots.freeFor('1')).toBe(1);
});

test('two companies leave half of the slots free, even if neither sends while the other begins', () => {
  const filled = fill('1');
  vi.advanceTimersByTime(10_000);
  expect(filled + fill('2')).toBe(625);
  for (let count = 0; count < filled; count += 1) slots.releaseReserved('1', 1);
  fill('1');
  fill('2');
  expect(slots.free()).toBeGreaterThanOrEqual(500);
});

test('twenty companies that hold all their slots leave some for another company', () => {
  const pause = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(fc.array(pause, { minLength: 20, maxLength: 20 }), (pauses) => {
      slots = fairSlots(slotRules.deliveries);
      pauses.forEach((milliseconds, company) => {
        fill(String(company));
        vi.advanceTimersByTime(milliseconds);
      });
      expect(slots.freeFor('other')).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});
