import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf, startOfGermanDay } from '../src/kernel/dates/german-days.ts';
import { requireValid } from '../src/sales/offers/lifecycle/offer-validity.ts';

describe('the day in Germany', () => {
  test.each([
    ['begins at midnight in winter', '2026-01-14T22:59:59.999Z', '2026-01-14'],
    ['begins at midnight in winter', '2026-01-14T23:00:00.000Z', '2026-01-15'],
    ['begins at midnight in summer', '2026-07-14T21:59:59.999Z', '2026-07-14'],
    ['begins at midnight in summer', '2026-07-14T22:00:00.000Z', '2026-07-15'],
    ['of the change to summer time has 23 hours', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['of the change to summer time has 23 hours', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['of the change to summer time has 23 hours', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['of the change to winter time has 25 hours', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['of the change to winter time has 25 hours', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['of the change to winter time has 25 hours', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    ['ends the year an hour before UTC', '2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['ends the year an hour before UTC', '2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['knows leap years', '2028-02-28T23:00:00.000Z', '2028-02-29'],
  ])('%s: %s', (_what, time, day) => {
    expect(germanDayOf(time)).toBe(day);
  });
});

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s begins at %s', (day, time) => {
  expect(startOfGermanDay(day)).toBe(time);
});

test.each([
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', 1, '2026-10-26'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 2, '2028-03-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-01-01', 3650, '2035-12-30'],
])('%s and %d days is %s', (day, days, expected) => {
  expect(daysAfter(day, days)).toBe(expected);
});

test.each([
  ['in winter', '2026-01-14', '2026-01-14T22:59:59.999Z', '2026-01-14T23:00:00.000Z'],
  ['in summer', '2026-07-14', '2026-07-14T21:59:59.999Z', '2026-07-14T22:00:00.000Z'],
  ['when summer time begins', '2026-03-29', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z'],
  ['when summer time ends', '2026-10-25', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
  ['at the end of a year', '2026-12-31', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00.000Z'],
])('an offer is valid until midnight in Germany %s', (_when, validTo, last, late) => {
  expect(() => requireValid(validTo, last)).not.toThrow();
  expect(() => requireValid(null, late)).not.toThrow();
  expect(() => requireValid(validTo, late)).toThrow('offer_expired');
});
