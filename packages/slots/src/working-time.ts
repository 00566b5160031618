import type { TimeRange, WallClockRange, WorkingHours } from './calendar.ts';
import type { LocalDay } from './local-time.ts';
import { merged, minuteMs } from './time-ranges.ts';

/**
 * Returns when someone with these hours works. A minute counts if its wall-clock time is within the hours: 02:00 to 03:00 is nothing
 * in the night to summer time, and two hours in the night to winter time. Hours up to 24:00 continue with those from 00:00.
 */
export function workingTime(hours: WorkingHours | null, days: readonly LocalDay[]): TimeRange[] {
  if (!hours) return [];
  const overrides = new Map(hours.overrides.map(({ date, ranges }) => [date, ranges]));
  const ranges = days.flatMap((day) => {
    const ofDay = overrides.get(day.date) ?? hours.rules.filter(({ weekday }) => weekday === day.weekday);
    return ofDay.flatMap((range) => timesOn(day, range));
  });
  return merged(ranges);
}

function timesOn({ periods }: LocalDay, range: WallClockRange): TimeRange[] {
  const [first, end] = [msAfterMidnight(range.from), msAfterMidnight(range.to)];
  if (first >= end)
    throw new RangeError(`Working hours cannot end at ${range.to} if they begin at ${range.from}.`);
  return periods
    .map(({ from, to, midnight }) => ({
      from: Math.max(from, midnight + first),
      to: Math.min(to, midnight + end),
    }))
    .filter(({ from, to }) => from < to);
}

function msAfterMidnight(time: string): number {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(time))
    throw new RangeError(`Working hours are HH:MM, not ${time}.`);
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs;
}
