import type { Query, ReportInterval } from '@pv-planning/contract';
import { computedList, invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../kernel/contract/api-errors.ts';
import { limitOf } from '../kernel/contract/contract-document.ts';
import {
  type Days,
  lastDayOfYears,
  type Period,
  periodsIn,
  periodsYearBefore,
  previousPeriods,
} from './periods.ts';

/** The parameters of all reports. */
export type ReportQuery = Query<'getOfferRequestAnalytics'>;

/** A date range, divided into periods without a gap. Several periods can begin on the same day. */
export interface ReportSpan extends Days {
  periods: readonly Period[];
}

/** Data for the date range and, if the request asks for a comparison, for the earlier one. */
export interface BySpan<Value> {
  current: Value;
  previous: Value | null;
}

export interface ReportFrame extends BySpan<ReportSpan> {
  interval: ReportInterval;
}

export function ofSpans<Value>({ current, previous }: BySpan<Value>): Value[] {
  return previous === null ? [current] : [current, previous];
}

/**
 * A figure of a date range is added to a bucket: a period, identified by its number (counted from 1), or one of these totals. The
 * last of several periods that begin on the same day is the bucket of all of them.
 */
export const buckets = { span: -1, always: -2 } as const;

/** Returns the buckets in which the records of a period count. Period 0 is outside the date range. */
export function bucketsOf(period: number): readonly number[] {
  return period === 0 ? [buckets.always] : [period, buckets.span, buckets.always];
}

const maxYears = 10;
const maxPeriods = limitOf('OfferAnalytics', 'data', 'maxItems');
const maxGroups = limitOf('CustomerFigures', 'groups', 'maxItems');

const inWords = (count: number): string => count.toLocaleString('en');

/** @throws 400 `invalid_request` if the date range ends before it begins, is too long, or has too many periods */
export function reportFrame({ from, to, interval = 'month', compare }: ReportQuery): ReportFrame {
  const invalid = (path: string, code: string, message: string) =>
    invalidRequest({ in: 'query', path, code, message });
  if (to < from) throw invalid('to', 'minimum', 'must not be before from');
  const lastDay = lastDayOfYears(from, maxYears);
  if (to > lastDay)
    throw invalid(
      'to',
      'maximum',
      `must be ${lastDay} or earlier: a report covers at most ${maxYears} years`,
    );
  const periods = periodsIn({ from, to }, interval);
  if (periods.length > maxPeriods) {
    const message = `must be longer: the span has ${inWords(periods.length)} periods, at most ${inWords(maxPeriods)} are allowed`;
    throw invalid('interval', 'too_many_periods', message);
  }
  const previous = compare && earlierPeriods[compare]({ from, to }, interval);
  return { interval, current: spanOf(periods), previous: previous ? spanOf(previous) : null };
}

const earlierPeriods = { previous: previousPeriods, year: periodsYearBefore };

function spanOf(periods: readonly Period[]): ReportSpan {
  const [first, last] = [periods[0], periods.at(-1)] as [Period, Period];
  return { from: first.from, to: last.to, periods };
}

/**
 * Maximum number of rows to read. A report within the limit of groups has at most four per period and group, and as many for the
 * date range.
 */
export const maxRows = 9 * maxGroups;

/**
 * @param groups the number of groups in the rows
 * @throws 400 `too_many_groups` if the report would be too large
 */
export function requireFewGroups(frame: ReportFrame, groups: number, rows: number): void {
  const count = ofSpans(frame).reduce((sum, { periods }) => sum + periods.length, 0);
  if (groups * count <= maxGroups && rows < maxRows) return;
  throw badRequest('too_many_groups', {
    values: { periods: inWords(count), maximum: inWords(maxGroups) },
  });
}

/** Adds the figures to the periods of a date range, once their JSON is written. */
function withFigures<Figures extends object>(
  { from, to, periods }: ReportSpan,
  figuresOf: (bucket: number) => Figures,
) {
  const bucketOf = (index: number): number =>
    periods[index]?.from === periods[index + 1]?.from ? bucketOf(index + 1) : index + 1;
  const data = computedList(periods.length, (index) => ({
    ...(periods[index] as Period),
    ...figuresOf(bucketOf(index)),
  }));
  return { from, to, data, totals: figuresOf(buckets.span) };
}

/**
 * Assembles a report.
 * @param figuresOf the figures of each bucket
 * @param head the fields of the report that come before the figures
 */
export function report<Figures extends object, Head extends object>(
  frame: ReportFrame,
  figuresOf: BySpan<(bucket: number) => Figures>,
  head = {} as Head,
) {
  const { from, to, ...figures } = withFigures(frame.current, figuresOf.current);
  return {
    from,
    to,
    interval: frame.interval,
    timeZone: 'Europe/Berlin' as const,
    ...head,
    ...figures,
    previous: frame.previous && figuresOf.previous && withFigures(frame.previous, figuresOf.previous),
  };
}
