import type { DateOverride, TimeRange, WallClockRange, WorkingHours } from './calendar.ts';
import type { LocalDay } from './local-time.ts';
import { merged, minuteMs } from './time-ranges.ts';

/**
 * Returns the working time of a person with these hours. The company's overrides limit the weekly hours of their days. A minute
 * counts if its wall-clock time is within the hours: in the night of the change to summer time, 02:00 to 03:00 is empty; in the
 * night of the change to winter time, it lasts two hours. Hours up to 24:00 continue with those from 00:00.
 */
export function workingTime(
  hours: WorkingHours | null,
  companyOverrides: readonly DateOverride[],
  days: readonly LocalDay[],
): TimeRange[] {
  if (!hours) return [];
  const own = rangesByDate(hours.overrides);
  const limits = rangesByDate(companyOverrides);
  const ranges = days.flatMap((day) => {
    const weekly = hours.rules.filter(({ weekday }) => weekday === day.weekday);
    const ofDay = own.get(day.date) ?? within(weekly, limits.get(day.date));
    return ofDay.flatMap((range) => timesOn(day, range));
  });
  return merged(ranges);
}

function rangesByDate(overrides: readonly DateOverride[]): Map<string, readonly WallClockRange[]> {
  return new Map(overrides.map(({ date, ranges }) => [date, ranges]));
}

function within(
  ranges: readonly WallClockRange[],
  limits: readonly WallClockRange[] | undefined,
): readonly WallClockRange[] {
  if (!limits) return ranges;
  return ranges.flatMap(({ from, to }) =>
    limits
      .map((limit) => ({ from: from > limit.from ? from : limit.from, to: to < limit.to ? to : limit.to }))
      .filter((both) => both.from < both.to),
  );
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
