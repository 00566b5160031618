import { expect, test } from 'vitest';
import {
  type BookingRules,
  type Calendar,
  checkStart,
  freeSlots,
  type Person,
  type StartQuery,
  type WeeklyRule,
} from '../src/index.ts';

const rules: BookingRules = {
  durationMinutes: 60,
  stepMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 1_440,
  maxAdvanceDays: 60,
};

/** Monday to Friday. */
function weekdays(from: string, to: string): { rules: WeeklyRule[]; overrides: [] } {
  return { rules: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from, to })), overrides: [] };
}

function every(from: string, to: string): { rules: WeeklyRule[]; overrides: [] } {
  return { rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })), overrides: [] };
}

function person(id: string, over: Partial<Person> = {}): Person {
  return { id, hours: null, absences: [], busy: [], ...over };
}

function calendar(people: Person[], over: Partial<BookingRules> = {}, hours = weekdays('08:00', '12:00')) {
  return { rules: { ...rules, ...over }, companyHours: hours, resources: { people } } satisfies Calendar;
}

const at = (time: string) => Date.parse(time);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });

/** A Monday in summer. */
const monday = '2027-06-07';
const now = at('2027-06-01T10:00:00+02:00');

/** The starts of a day in German local time. */
function startsOn(date: string, of: Calendar, over: Partial<Parameters<typeof freeSlots>[1]> = {}): string[] {
  const slots = freeSlots(of, {
    from: date,
    to: date,
    now: at(date) - 10 * 86_400_000,
    view: 'team',
    ...over,
  });
  return slots.map(({ startsAt }) =>
    new Date(startsAt).toLocaleTimeString('de-DE', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
  );
}

function refusal(of: Calendar, startsAt: string, over: Partial<StartQuery> = {}) {
  const check = checkStart(of, { startsAt: at(startsAt), now, view: 'customer', ...over });
  return check.refusal === 'unavailable' ? check.obstacles.join(' ') : check.refusal;
}

test('lists the free people of each slot', () => {
  const busy = [range('2027-06-07T08:30:00+02:00', '2027-06-07T09:30:00+02:00')];
  const slots = freeSlots(
    calendar([person('b'), person('a', { busy })], { stepMinutes: 60 }, weekdays('08:00', '10:30')),
    { from: monday, to: monday, now, view: 'customer' },
  );
  expect(slots).toEqual([
    { startsAt: at('2027-06-07T06:00Z'), endsAt: at('2027-06-07T07:00Z'), personIds: ['b'] },
    { startsAt: at('2027-06-07T07:00Z'), endsAt: at('2027-06-07T08:00Z'), personIds: ['b'] },
  ]);
  expect(slots).toHaveLength(2);
});

test('buffers may lie outside the working hours but not in another booking', () => {
  const buffers = { bufferBeforeMinutes: 15, bufferAfterMinutes: 30, stepMinutes: 15 };
  const busy = [range('2027-06-07T10:00:00+02:00', '2027-06-07T10:10:00+02:00')];
  expect(startsOn(monday, calendar([person('a', { busy })], buffers))).toEqual(
    ['08:00', '08:15', '08:30', '10:30', '10:45', '11:00'].map((time) => `${time} MESZ`),
  );
});

test('an override replaces the weekly hours of its day', () => {
  const hours = {
    ...weekdays('08:00', '12:00'),
    overrides: [
      { date: '2027-06-07', ranges: [{ from: '14:00', to: '15:00' }] },
      { date: '2027-06-08', ranges: [] },
      { date: '2027-06-12', ranges: [{ from: '09:00', to: '10:00' }] },
    ],
  };
  const of = calendar([person('a', { hours })]);
  const days = ['2027-06-07', '2027-06-08', '2027-06-09', '2027-06-12', '2027-06-13'];
  expect(days.map((day) => startsOn(day, of).length)).toEqual([1, 0, 7, 1, 0]);
  expect(startsOn('2027-06-12', of)).toEqual(['09:00 MESZ']);
});

test("an override of the company limits people's own weekly hours, but not their overrides", () => {
  const companyHours = {
    ...weekdays('08:00', '12:00'),
    overrides: [
      { date: '2027-06-07', ranges: [] },
      { date: '2027-06-08', ranges: [{ from: '09:00', to: '10:00' }] },
      { date: '2027-06-12', ranges: [{ from: '09:00', to: '10:00' }] },
    ],
  };
  const own = weekdays('08:00', '16:00');
  const worksAnyway = {
    ...own,
    overrides: [{ date: '2027-06-07', ranges: [{ from: '14:00', to: '15:00' }] }],
  };
  const starts = (hours: Person['hours'], date: string) =>
    startsOn(date, { ...calendar([person('a', { hours })]), companyHours });
  expect(starts(own, '2027-06-07')).toEqual([]);
  expect(starts(worksAnyway, '2027-06-07')).toEqual(['14:00 MESZ']);
  expect(starts(own, '2027-06-08')).toEqual(['09:00 MESZ']);
  expect(starts(own, '2027-06-12')).toEqual([]);
  expect(starts(null, '2027-06-12')).toEqual(['09:00 MESZ']);
});

test('people without hours have those of the company; without these, nobody is free', () => {
  const own = person('a', { hours: weekdays('18:00', '19:00') });
  expect(startsOn(monday, calendar([own]))).toEqual(['18:00 MESZ']);
  expect(startsOn(monday, calendar([person('a')], {}, weekdays('09:00', '10:00')))).toEqual(['09:00 MESZ']);
  expect(startsOn(monday, { ...calendar([person('a')]), companyHours: null })).toEqual([]);
});

test('hours until 24:00 continue after midnight', () => {
  const hours = {
    rules: [
      { weekday: 1, from: '22:00', to: '24:00' },
      { weekday: 2, from: '00:00', to: '02:00' },
    ],
    overrides: [],
  };
  const of = calendar([person('a', { hours })], { durationMinutes: 180, stepMinutes: 60 });
  expect(startsOn(monday, of)).toEqual(['22:00 MESZ', '23:00 MESZ']);
  expect(startsOn('2027-06-08', of)).toEqual([]);
});

test('an absence without end leaves nothing free', () => {
  const absences = [{ from: at('2027-06-07T09:30:00+02:00'), to: Number.POSITIVE_INFINITY }];
  const of = calendar([person('a', { absences })]);
  expect(startsOn(monday, of)).toEqual(['08:00 MESZ', '08:30 MESZ']);
  expect(startsOn('2027-06-08', of)).toEqual([]);
});

test('a query for one person ignores the others', () => {
  const of = calendar([person('a'), person('b', { hours: weekdays('08:00', '09:00') })]);
  expect(startsOn(monday, of, { personId: 'b' })).toEqual(['08:00 MESZ']);
  expect(startsOn(monday, of, { personId: 'c' })).toEqual([]);
  expect(refusal(of, '2027-06-07T09:00:00+02:00', { personId: 'b' })).toBe('outside_hours');
  expect(refusal(of, '2027-06-07T09:00:00+02:00', { personId: 'a' })).toBeNull();
});

test('in the night of the change to summer time, 02:00 does not exist', () => {
  const of = calendar([person('a')], { stepMinutes: 30 }, every('01:00', '04:00'));
  expect(startsOn('2027-03-28', of)).toEqual(['01:00 MEZ', '01:30 MEZ', '03:00 MESZ']);
  expect(startsOn('2027-03-28', calendar([person('a')], {}, every('02:00', '03:00')))).toEqual([]);
});

test('in the night of the change to winter time, 02:00 exists twice', () => {
  const of = calendar([person('a')], { stepMinutes: 30 }, every('01:30', '04:00'));
  expect(startsOn('2026-10-25', of)).toEqual([
    '01:30 MESZ',
    '02:00 MESZ',
    '02:30 MESZ',
    '02:00 MEZ',
    '02:30 MEZ',
    '03:00 MEZ',
  ]);
  expect(startsOn('2026-10-25', calendar([person('a')], {}, every('02:00', '03:00')))).toEqual([
    '02:00 MESZ',
    '02:30 MESZ',
    '02:00 MEZ',
  ]);
});

test('a day of 23 or 25 hours is listed in full', () => {
  const of = calendar([person('a')], { stepMinutes: 60 }, every('00:00', '24:00'));
  expect(startsOn('2027-03-28', of)).toHaveLength(23);
  expect(startsOn('2026-10-25', of)).toHaveLength(25);
});

test('the team can book at any whole minute, without notice', () => {
  const of = calendar([person('a')]);
  const team = { view: 'team', now: at('2027-06-07T08:00:00+02:00') } as const;
  expect(refusal(of, '2027-06-07T08:07:00+02:00', team)).toBeNull();
  expect(refusal(of, '2027-06-07T08:07:30+02:00', team)).toBe('off_grid');
  expect(refusal(of, '2027-06-07T07:59:00+02:00', team)).toBe('too_soon');
  expect(refusal(of, '2029-06-07T08:00:00+02:00', team)).toBeNull();
  expect(refusal(of, '2029-06-07T08:01:00+02:00', team)).toBe('too_late');
});

test('customers keep to the grid, the minimum notice and the maximum advance', () => {
  const of = calendar([person('a')], { stepMinutes: 20, maxAdvanceDays: 7 });
  const shortly = { now: at('2027-06-07T09:00:00+02:00') };
  expect(refusal(of, '2027-06-08T08:40:00+02:00', shortly)).toBe('too_soon');
  expect(refusal(of, '2027-06-08T09:00:00+02:00', shortly)).toBeNull();
  expect(refusal(of, '2027-06-08T09:30:00+02:00', shortly)).toBe('off_grid');
  expect(refusal(of, '2027-06-14T11:00:00+02:00', shortly)).toBeNull();
  expect(refusal(of, '2027-06-15T08:00:00+02:00', shortly)).toBe('too_late');
});

test('reports the obstacles of the people with the fewest', () => {
  const busy = [range('2027-06-07T08:00:00+02:00', '2027-06-07T09:00:00+02:00')];
  const taken = person('a', { busy });
  const absent = person('b', { absences: busy });
  const hours = weekdays('14:00', '18:00');
  const elsewhere = person('c', { hours });
  const elsewhereAndTaken = person('d', { hours, busy });
  const elsewhereAndAway = person('e', { hours, busy, absences: busy });
  const obstacles = (...people: Person[]) => refusal(calendar(people), '2027-06-07T08:00:00+02:00');
  expect(obstacles(elsewhere, absent, taken)).toBe('taken absent outside_hours');
  expect(obstacles(elsewhere, elsewhereAndTaken)).toBe('outside_hours');
  expect(obstacles(elsewhereAndAway, elsewhereAndTaken)).toBe('taken outside_hours');
  expect(obstacles(elsewhereAndAway)).toBe('taken absent outside_hours');
  expect(obstacles(elsewhereAndAway, absent)).toBe('absent');
  expect(obstacles()).toBe('nobody');
});

test('outside the working hours, absences and bookings still count', () => {
  const absences = [range('2027-06-06T10:00:00+02:00', '2027-06-06T11:00:00+02:00')];
  const busy = [range('2027-06-06T12:00:00+02:00', '2027-06-06T13:00:00+02:00')];
  const of = calendar([person('a', { absences, busy })]);
  const ignoreHours = { ignoreHours: true };
  expect(refusal(of, '2027-06-06T11:00:00+02:00')).toBe('outside_hours');
  expect(refusal(of, '2027-06-06T11:00:00+02:00', ignoreHours)).toBeNull();
  expect(refusal(of, '2027-06-06T10:30:00+02:00', ignoreHours)).toBe('absent');
  expect(refusal(of, '2027-06-06T12:30:00+02:00', ignoreHours)).toBe('taken');
});

test('a booking type without people has a slot until all its lanes are occupied', () => {
  const eight = range('2027-06-07T08:00:00+02:00', '2027-06-07T09:00:00+02:00');
  const lanes = (...occupied: number[]): Calendar => ({
    ...calendar([]),
    resources: { capacity: 2, busy: occupied.map((lane) => ({ ...eight, lane })) },
  });
  const check = (of: Calendar) => checkStart(of, { startsAt: eight.from, now, view: 'customer' });
  const endsAt = eight.to;
  expect(check(lanes())).toEqual({ refusal: null, startsAt: eight.from, endsAt, personIds: [], lane: 1 });
  expect(check(lanes(1))).toMatchObject({ refusal: null, lane: 2 });
  expect(check(lanes(2))).toMatchObject({ refusal: null, lane: 1 });
  expect(check(lanes(1, 2))).toEqual({ refusal: 'unavailable', obstacles: ['taken'] });
  // Booked before the capacity was lowered.
  expect(check(lanes(3))).toMatchObject({ refusal: null, lane: 1 });
  expect(check(lanes(1, 4))).toEqual({ refusal: 'unavailable', obstacles: ['taken'] });
  expect(check(lanes(3, 4))).toEqual({ refusal: 'unavailable', obstacles: ['taken'] });
  expect(startsOn(monday, lanes(1))).toContain('08:00 MESZ');
  expect(startsOn(monday, lanes(1, 2))).not.toContain('08:00 MESZ');
  expect(startsOn(monday, lanes(3, 4))).not.toContain('08:00 MESZ');
});

test('impossible input throws', () => {
  const query = { from: monday, to: monday, now, view: 'team' } as const;
  const list =
    (of: Calendar, over = {}) =>
    () =>
      freeSlots(of, { ...query, ...over });
  expect(list(calendar([]), { to: '2027-08-07' })).not.toThrow();
  expect(list(calendar([]), { to: '2027-08-08' })).toThrow('2027-06-07 to 2027-08-08 is not 1 to 62 days.');
  expect(list(calendar([]), { to: '2027-06-06' })).toThrow(RangeError);
  expect(list(calendar([]), { to: '2027-06-31' })).toThrow(RangeError);
  expect(list(calendar([], { stepMinutes: 25 }))).toThrow('stepMinutes must divide an hour; 25 does not.');
  expect(list(calendar([], { durationMinutes: 0 }))).toThrow(RangeError);
  expect(list(calendar([person('a')], {}, weekdays('12:00', '08:00')))).toThrow(RangeError);
  expect(list(calendar([person('a')], {}, weekdays('8:00', '12:00')))).toThrow(RangeError);
  expect(list(calendar([person('a', { busy: [{ from: now, to: Number.NaN }] })]))).toThrow(RangeError);
});
