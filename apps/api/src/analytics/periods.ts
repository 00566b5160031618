import type { ReportInterval } from '@pv-planning/contract';

/** Calendar days in Germany, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

export interface Period extends Days {
  period: string;
}

// Days are numbered without a time zone; the database computes when a day begins in Germany.
const msPerDay = 86_400_000;
const numberOf = (day: string): number => Date.parse(day) / msPerDay;
const dateOf = (day: number): Date => new Date(day * msPerDay);
const textOf = (day: number): string => dateOf(day).toISOString().slice(0, 10);

/** A kind of calendar interval, such as months. */
interface Calendar {
  /** Returns the first day of the interval that contains a day. */
  startOf(day: number): number;
  /** Returns the first day of the interval that is `count` intervals after the one that starts on this day. */
  moved(start: number, count: number): number;
  name(start: number): string;
}

/** A kind of calendar interval whose number differs between years: days and weeks. */
interface NumberedCalendar extends Calendar {
  /** Returns the first day of the interval with the same number in the year before, or of the one after the last such interval. */
  yearBefore(start: number): number;
}

function ofDays(days: number, firstDay: number, name: Calendar['name']): Calendar {
  const remainder = (day: number) => (((day - firstDay) % days) + days) % days;
  return { startOf: (day) => day - remainder(day), moved: (start, count) => start + count * days, name };
}

function ofMonths(months: number, name: Calendar['name']): Calendar {
  const firstOf = (year: number, month: number) => Date.UTC(year, month) / msPerDay;
  return {
    startOf(day) {
      const date = dateOf(day);
      return firstOf(date.getUTCFullYear(), date.getUTCMonth() - (date.getUTCMonth() % months));
    },
    moved(start, count) {
      const date = dateOf(start);
      return firstOf(date.getUTCFullYear(), date.getUTCMonth() + count * months);
    },
    name,
  };
}

/** A Monday: 29 December 1969. */
const monday = -3;

/** Returns the name of an ISO 8601 week, which belongs to the year of its Thursday. */
function weekName(start: number): string {
  const thursday = start + 3;
  const [year = ''] = textOf(thursday).split('-');
  const week = Math.floor((thursday - numberOf(`${year}-01-01`)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Returns the first day of the first week of an ISO 8601 year, which is the week of 4 January. */
function firstWeekOf(year: number): number {
  return weeks.startOf(Date.UTC(year, 0, 4) / msPerDay);
}

const days: NumberedCalendar = {
  ...ofDays(1, 0, textOf),
  yearBefore(day) {
    const date = dateOf(day);
    return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) / msPerDay;
  },
};

const weeks: NumberedCalendar = {
  ...ofDays(7, monday, weekName),
  yearBefore(start) {
    const year = dateOf(start + 3).getUTCFullYear();
    return firstWeekOf(year - 1) + start - firstWeekOf(year);
  },
};

const calendars: Record<ReportInterval, Calendar> = {
  day: days,
  week: weeks,
  month: ofMonths(1, (start) => textOf(start).slice(0, 7)),
  quarter: ofMonths(
    3,
    (start) => `${textOf(start).slice(0, 4)}-Q${Math.floor(dateOf(start).getUTCMonth() / 3) + 1}`,
  ),
  year: ofMonths(12, (start) => textOf(start).slice(0, 4)),
};

/** Divides a date range into calendar intervals. The first and the last one are truncated to the date range. */
export function periodsIn(span: Days, interval: ReportInterval): Period[] {
  const { startOf, moved, name } = calendars[interval];
  const [from, to] = [numberOf(span.from), numberOf(span.to)];
  const periods: Period[] = [];
  for (let start = startOf(from); start <= to; start = moved(start, 1)) {
    const end = moved(start, 1) - 1;
    periods.push({
      period: name(start),
      from: textOf(Math.max(start, from)),
      to: textOf(Math.min(end, to)),
    });
  }
  return periods;
}

/**
 * Returns the periods of the previous date range, as many as `span` has. A date range of whole intervals is moved back by its
 * number of intervals. Any other date range is moved back by its number of days, and its periods are named by their first and last
 * days.
 */
export function previousPeriods(span: Days, interval: ReportInterval): Period[] {
  const { startOf, moved } = calendars[interval];
  const [from, to] = [numberOf(span.from), numberOf(span.to)];
  const periods = periodsIn(span, interval);
  const isWhole = startOf(from) === from && moved(startOf(to), 1) === to + 1;
  if (isWhole)
    return periodsIn({ from: textOf(moved(from, -periods.length)), to: textOf(from - 1) }, interval);
  const days = to - from + 1;
  return periods.map((period) => {
    const first = textOf(numberOf(period.from) - days);
    const last = textOf(numberOf(period.to) - days);
    return { period: `${first}/${last}`, from: first, to: last };
  });
}

/**
 * Returns the periods one year earlier: weeks by their number, all other periods by calendar day. 29 February is compared with 28
 * February, and week 53 with week 52, if the year before has none. If only the year before has one, it is added to the day or week
 * before it. So the periods cover the earlier date range without a gap; two of them can be the same day or week.
 */
export function periodsYearBefore(span: Days, interval: ReportInterval): Period[] {
  const { startOf, name } = calendars[interval];
  const calendar = interval === 'week' ? weeks : days;
  /** Returns the first and the last day of the period with which the day or week with this first day is compared. */
  const counterpart = (start: number) => {
    const last = calendar.yearBefore(calendar.moved(start, 1)) - 1;
    return { first: Math.min(calendar.yearBefore(start), calendar.startOf(last)), last };
  };
  return periodsIn(span, interval).map((period) => {
    const [from, to] = [numberOf(period.from), numberOf(period.to)];
    const [startOfFirst, startOfLast] = [calendar.startOf(from), calendar.startOf(to)];
    const endsWithLast = calendar.moved(startOfLast, 1) === to + 1;
    const { first, last } = counterpart(startOfLast);
    const earlierFrom = counterpart(startOfFirst).first + from - startOfFirst;
    const earlierTo = endsWithLast ? last : first + to - startOfLast;
    const names = new Set([earlierFrom, earlierTo].map((day) => name(startOf(day))));
    return { period: [...names].join('/'), from: textOf(earlierFrom), to: textOf(earlierTo) };
  });
}

/** Returns the last day of a date range that starts at `from` and covers this many years. */
export function lastDayOfYears(from: string, years: number): string {
  const date = dateOf(numberOf(from));
  return textOf(
    Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) / msPerDay - 1,
  );
}
