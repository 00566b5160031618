import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, roundRobinOrder } from '../src/index.ts';

function candidate(id: string, over: Partial<Candidate> = {}): Candidate {
  return { id, priority: 1, weight: 1, load: 0, lastBookedAt: null, ...over };
}

function orderOf(...candidates: Candidate[]): string {
  return roundRobinOrder(candidates)
    .map(({ id }) => id)
    .join('');
}

/** Assigns appointments one by one in turn. */
function share(candidates: Candidate[], appointments: number): Candidate[] {
  const shared = candidates.map((one) => ({ ...one }));
  for (let time = 1; time <= appointments; time += 1) {
    const [next] = roundRobinOrder(shared);
    if (next) Object.assign(next, { load: next.load + 1, lastBookedAt: time });
  }
  return shared;
}

test('orders by priority, load per weight, longest time without a booking, id', () => {
  expect(orderOf(candidate('a', { priority: 2 }), candidate('b', { load: 9 }))).toBe('ba');
  expect(orderOf(candidate('a', { load: 3, weight: 1 }), candidate('b', { load: 8, weight: 3 }))).toBe('ba');
  expect(orderOf(candidate('a', { load: 1, weight: 3 }), candidate('b', { load: 2, weight: 6 }))).toBe('ab');
  expect(
    orderOf(candidate('a', { lastBookedAt: 2 }), candidate('b', { lastBookedAt: 1 }), candidate('c')),
  ).toBe('cba');
  expect(orderOf(candidate('b'), candidate('a'))).toBe('ab');
});

test('is the same for any order of candidates', () => {
  const candidates = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) =>
    candidate(id, {
      priority: index % 2,
      weight: 1 + (index % 3),
      load: index % 4,
      lastBookedAt: index % 2 || null,
    }),
  );
  const shuffles = fc.shuffledSubarray(candidates, { minLength: candidates.length });
  const property = fc.property(shuffles, (shuffled) => {
    expect(orderOf(...shuffled)).toBe(orderOf(...candidates));
  });
  fc.assert(property);
});

test('shares appointments by weight, to the nearest one', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });
  const property = fc.property(weights, fc.integer({ min: 0, max: 100 }), (shares, appointments) => {
    const shared = share(
      shares.map((weight, index) => candidate(String(index), { weight })),
      appointments,
    );
    for (const one of shared) {
      // Before the latest appointment, its recipient had no higher load per weight than the others.
      for (const other of shared)
        expect((one.load - 1) / one.weight).toBeLessThanOrEqual(other.load / other.weight);
    }
    expect(shared.reduce((sum, { load }) => sum + load, 0)).toBe(appointments);
  });
  fc.assert(property);
});

test('a new candidate catches up before others get further appointments', () => {
  const [old, fresh] = share([candidate('old', { load: 5, lastBookedAt: 0 }), candidate('fresh')], 5);
  expect([old?.load, fresh?.load]).toEqual([5, 5]);
});

test('a candidate of lower priority gets nothing while one of higher priority is free', () => {
  const [, second] = share([candidate('a', { priority: 1 }), candidate('b', { priority: 2 })], 10);
  expect(second?.load).toBe(0);
});

test('a weight of 0 throws', () => {
  expect(() => roundRobinOrder([candidate('a', { weight: 0 })])).toThrow(RangeError);
});
