import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkStart, countOpenSlots, freeSlots } from '../src/index.ts';
import { arbitraryCase } from './arbitrary-calendars.ts';
import { MinuteOracle, wallAt } from './minute-oracle.ts';

const soak = process.env.SOAK === '1';
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** All whole minutes from the first to the last day. */
function minutesOf({ from, to }: { from: string; to: string }): number[] {
  const minutes: number[] = [];
  for (let time = Date.parse(from) - dayMs; wallAt(time).date <= to; time += minuteMs) {
    if (wallAt(time).date >= from) minutes.push(time);
  }
  return minutes;
}

test('lists exactly the starts on the grid at which each minute is free', () => {
  let listed = 0;
  const property = fc.property(arbitraryCase, ({ calendar, query }) => {
    const { durationMinutes, stepMinutes } = calendar.rules;
    const oracle = new MinuteOracle(calendar);
    const expected = minutesOf(query)
      .filter((startsAt) => wallAt(startsAt).minute % stepMinutes === 0)
      .map((startsAt) => oracle.check({ ...query, startsAt }))
      .flatMap((check) => ('startsAt' in check ? [check] : []))
      .map(({ startsAt, personIds }) => ({
        startsAt,
        endsAt: startsAt + durationMinutes * minuteMs,
        personIds,
      }));
    expect(freeSlots(calendar, query)).toEqual(expected);
    listed += expected.length;
  });
  fc.assert(property, { numRuns: soak ? 1_000 : 60 });
  expect(listed).toBeGreaterThan(0);
});

test('accepts a start if and only if each minute of the appointment is free, and reports the reason', () => {
  const refusals = new Set<string | null>();
  const numbers = fc.infiniteStream(fc.nat());
  const property = fc.property(
    arbitraryCase,
    fc.boolean(),
    numbers,
    ({ calendar, query }, ignoreHours, stream) => {
      const oracle = new MinuteOracle(calendar);
      const minutes = minutesOf(query);
      for (const number of stream.take(40)) {
        const startsAt = minutes[number % minutes.length] ?? 0;
        const asked = { ...query, startsAt, ignoreHours };
        const check = checkStart(calendar, asked);
        expect(check).toMatchObject(oracle.check(asked));
        for (const reason of check.refusal === 'unavailable' ? check.obstacles : [check.refusal])
          refusals.add(reason);
      }
    },
  );
  fc.assert(property, { numRuns: soak ? 1_000 : 100 });
  expect([...refusals]).toEqual(
    expect.arrayContaining([null, 'too_soon', 'too_late', 'off_grid', 'outside_hours', 'absent', 'taken']),
  );
});

test('accepts each listed slot and no other start on the grid', () => {
  const property = fc.property(arbitraryCase, ({ calendar, query }) => {
    const slots = new Map(freeSlots(calendar, query).map((slot) => [slot.startsAt, slot]));
    const onGrid = minutesOf(query).filter((time) => wallAt(time).minute % calendar.rules.stepMinutes === 0);
    for (const startsAt of onGrid) {
      const check = checkStart(calendar, { ...query, startsAt });
      const slot = slots.get(startsAt);
      if (slot) expect(check).toMatchObject({ refusal: null, ...slot });
      else expect(check.refusal).not.toBeNull();
    }
  });
  fc.assert(property, { numRuns: soak ? 500 : 25 });
});

test('counts the slots of each person or lane that can be booked one after the other', () => {
  let counted = 0;
  const property = fc.property(arbitraryCase, ({ calendar, query: { now } }) => {
    const { rules, resources } = calendar;
    const length = rules.bufferBeforeMinutes + rules.durationMinutes + rules.bufferAfterMinutes;
    const days = { from: wallAt(now).date, to: wallAt(now + 55 * dayMs).date };
    const inReach = { ...calendar, rules: { ...rules, maxAdvanceDays: Math.min(rules.maxAdvanceDays, 50) } };
    const ofOne = (one: typeof calendar) => {
      let [count, earliest] = [0, 0];
      for (const { startsAt } of freeSlots(one, { ...days, now, view: 'customer' })) {
        if (startsAt < earliest) continue;
        count += 1;
        earliest = startsAt + length * minuteMs;
      }
      return count;
    };
    if (!('people' in resources)) return;
    const expected = resources.people.reduce(
      (sum, person) => sum + ofOne({ ...inReach, resources: { people: [person] } }),
      0,
    );
    expect(countOpenSlots(inReach, now)).toBe(expected);
    counted += expected;
  });
  fc.assert(property, { numRuns: soak ? 500 : 25 });
  expect(counted).toBeGreaterThan(0);
});
