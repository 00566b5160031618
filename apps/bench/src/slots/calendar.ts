import type { Calendar, Person, SlotQuery } from '@pv-planning/slots';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const [people, bookings, days] = [20, 200, 62];

/** As many days as can be asked for. The clocks go back on one of them. */
export const query: SlotQuery = {
  from: '2026-10-01',
  to: '2026-12-01',
  now: Date.parse('2026-09-30T09:00:00Z'),
  view: 'customer',
};

/** A week's working hours with a break, a day off, a week's vacation, and bookings with buffers throughout the period. */
function person(number: number): Person {
  const first = Date.parse(query.from);
  const vacation = first + ((number * 3) % days) * dayMs;
  const weekday = 1 + (number % 5);
  return {
    id: String(number).padStart(2, '0'),
    hours: {
      rules: [1, 2, 3, 4, 5].flatMap((day) => [
        { weekday: day, from: '08:00', to: '12:00' },
        { weekday: day, from: '12:45', to: '17:30' },
      ]),
      overrides: [{ date: `2026-11-${String(weekday).padStart(2, '0')}`, ranges: [] }],
    },
    absences: [{ from: vacation, to: vacation + 7 * dayMs }],
    busy: Array.from({ length: bookings }, (_, index) => {
      const quarterHours = (index * 7 + number * 5) % 44;
      const from = first + (index % days) * dayMs + (6 * 60 + quarterHours * 15) * minuteMs;
      return { from, to: from + 45 * minuteMs };
    }),
  };
}

export const calendar = {
  rules: {
    durationMinutes: 60,
    stepMinutes: 15,
    bufferBeforeMinutes: 15,
    bufferAfterMinutes: 15,
    minNoticeMinutes: 1_440,
    maxAdvanceDays: 365,
  },
  companyHours: null,
  resources: { people: Array.from({ length: people }, (_, index) => person(index)) },
} satisfies Calendar;
