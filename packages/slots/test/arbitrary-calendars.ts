import fc from 'fast-check';
import type { BookingRules, Calendar, Person, SlotQuery, TimeRange, WorkingHours } from '../src/index.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The clocks go back in the first, forward in the second. */
const anchors = ['2026-10-25', '2027-03-28', '2026-12-31'];

const timeOfDay = fc.oneof(
  fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:00', '08:00', '17:00', '24:00'),
  fc.integer({ min: 0, max: 1_439 }).map((minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`),
);

const wallClockRange = fc
  .tuple(timeOfDay, timeOfDay)
  .filter(([one, other]) => one !== other)
  .map((times) => {
    const [from = '', to = ''] = times.sort();
    return { from, to };
  });

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

function hoursAround(anchor: string): fc.Arbitrary<WorkingHours> {
  const weekday = fc.integer({ min: 1, max: 7 });
  const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ weekday: day, from: '00:00', to: '24:00' }));
  return fc.record({
    rules: fc.oneof(
      fc.constant(always),
      fc.array(
        fc.tuple(weekday, wallClockRange).map(([day, range]) => ({ weekday: day, ...range })),
        { minLength: 6, maxLength: 14 },
      ),
    ),
    overrides: fc.uniqueArray(
      fc.record({
        date: fc.integer({ min: -2, max: 4 }).map((days) => addDays(anchor, days)),
        ranges: fc.array(wallClockRange, { maxLength: 2 }),
      }),
      { maxLength: 2, selector: ({ date }) => date },
    ),
  });
}

/** Ranges that begin from two days before the anchor to four days after it. */
function rangesAround(
  anchor: string,
  lengthMs: fc.Arbitrary<number>,
  maxLength: number,
): fc.Arbitrary<TimeRange[]> {
  const offset = fc.integer({ min: -2 * 1_440, max: 4 * 1_440 });
  const range = fc.tuple(offset, lengthMs).map(([minutes, ms]) => {
    const from = Date.parse(anchor) + minutes * minuteMs;
    return { from, to: from + ms };
  });
  return fc.array(range, { maxLength });
}

const bookingMs = fc.integer({ min: 0, max: 300 }).map((minutes) => minutes * minuteMs);

/** Absences may end within a minute, or never. */
const absenceMs = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2 * dayMs }) },
  { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
);

const bookingRules: fc.Arbitrary<BookingRules> = fc.record({
  durationMinutes: fc.oneof(fc.integer({ min: 5, max: 120 }), fc.constantFrom(5, 30, 60, 60, 60, 1_440)),
  stepMinutes: fc.constantFrom(5, 10, 15, 20, 30, 60),
  bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 15, 90),
  bufferAfterMinutes: fc.constantFrom(0, 0, 10, 30, 240),
  minNoticeMinutes: fc.constantFrom(0, 1, 60, 1_440),
  maxAdvanceDays: fc.constantFrom(1, 2, 60, 60),
});

function peopleAround(anchor: string): fc.Arbitrary<Person[]> {
  const person = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    hours: fc.option(hoursAround(anchor), { freq: 2 }),
    absences: rangesAround(anchor, absenceMs, 2),
    busy: rangesAround(anchor, bookingMs, 15),
  });
  return fc.uniqueArray(person, { minLength: 1, maxLength: 3, selector: ({ id }) => id });
}

export interface Case {
  calendar: Calendar;
  query: SlotQuery;
}

/** Calendars and questions around a change of the clocks, and around New Year. */
export const arbitraryCase: fc.Arbitrary<Case> = fc.constantFrom(...anchors).chain((anchor) => {
  const lanes = fc.record({
    capacity: fc.integer({ min: 1, max: 3 }),
    busy: fc
      .tuple(rangesAround(anchor, bookingMs, 30), fc.infiniteStream(fc.integer({ min: 1, max: 4 })))
      .map(([ranges, numbers]) => ranges.map((range) => ({ ...range, lane: numbers.next().value }))),
  });
  return fc.record({
    calendar: fc.record({
      rules: bookingRules,
      companyHours: fc.option(hoursAround(anchor), { freq: 8 }),
      resources: fc.oneof(
        { weight: 3, arbitrary: peopleAround(anchor).map((people) => ({ people })) },
        { weight: 1, arbitrary: lanes },
      ),
    }),
    query: fc.record({
      from: fc.constantFrom(addDays(anchor, -1), anchor),
      to: fc.constantFrom(anchor, addDays(anchor, 1)),
      now: fc
        .integer({ min: -3 * 1_440, max: 720 })
        .map((minutes) => Date.parse(anchor) + minutes * minuteMs + 1),
      view: fc.constantFrom('team' as const, 'customer' as const),
      personId: fc.constantFrom(undefined, undefined, undefined, undefined, 'a'),
    }),
  });
});
