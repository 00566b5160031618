import { expect, test } from 'vitest';
import { addDays, addMonths, germanDay, lastDayOf, weeksOf } from '../src/shared/german-days.ts';

test('a day is that of German clocks, also when they change', () => {
  expect(germanDay('2026-12-24T23:30:00.000Z')).toBe('2026-12-25');
  expect(germanDay('2026-10-24T22:30:00.000Z')).toBe('2026-10-25');
  expect([addDays('2026-10-24', 1), addDays('2026-10-25', 1), addDays('2026-03-29', 1)]).toEqual([
    '2026-10-25',
    '2026-10-26',
    '2026-03-30',
  ]);
});

test('months follow each other over the end of a year, and end with their last day', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1)]).toEqual(['2027-01', '2026-12']);
  expect(['2026-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ]);
});

test('the weeks of a month begin on Monday, without days of other months', () => {
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2027-02').flat().filter(Boolean)).toHaveLength(28);
});
