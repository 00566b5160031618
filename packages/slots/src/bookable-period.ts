import type { BookingRules } from './calendar.ts';
import { dateAt, plusDays, plusYears, startOfDay } from './local-time.ts';
import type { StartRange } from './start-ranges.ts';
import { minuteMs } from './time-ranges.ts';

/** Who books: the team, at any time from now on, or a customer, subject to the minimum notice and the maximum advance. */
export type View = 'team' | 'customer';

/** Maximum advance for the team. Later starts are typing errors in the year. */
const maxAdvanceYears = 2;

/** Returns the period of starts that can be booked now. */
export function bookablePeriod(
  view: View,
  { minNoticeMinutes, maxAdvanceDays }: BookingRules,
  now: number,
): StartRange {
  if (view === 'team') return { first: now, last: plusYears(now, maxAdvanceYears) };
  const firstDayAfter = plusDays(dateAt(now), maxAdvanceDays + 1);
  return { first: now + minNoticeMinutes * minuteMs, last: startOfDay(firstDayAfter) - 1 };
}
