import type { Query, ReportInterval } from '@pv-planning/contract';
import { computedList, invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../contract/api-errors.ts';
import { limitOf } from '../contract/contract-document.ts';
import { type Days, lastDayOfYears, type Period, periodsIn, previousPeriods } from './periods.ts';

/** The parameters of all reports. */
export type ReportQuery = Query<'getOfferAnalytics'>;

/** The date range of a report, divided into periods. */
export interface ReportFrame extends Days {
  interval: ReportInterval;
  periods: readonly Period[];
  /** The periods of the previous date range; empty unless the request asks for a comparison. */
  previous: readonly Period[];
}

/**
 * A figure is added to a bucket: a period, identified by its number (counted from 1, starting with the previous date range), or one
 * of these totals.
 */
export const buckets = { span: -1, previousSpan: -2, always: -3 } as const;

/** Returns the buckets in which the records of a period count. Period 0 is outside both date ranges. */
export function bucketsOf({ previous }: ReportFrame, period: number): readonly number[] {
  if (period === 0) return [buckets.always];
  return [period, period > previous.length ? buckets.span : buckets.previousSpan, buckets.always];
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
  return { from, to, interval, periods, previous: compare ? previousPeriods({ from, to }, interval) : [] };
}

/**
 * Maximum number of rows to read. A report within the limit of groups has at most three per period and group, and two for open
 * offers.
 */
export const maxRows = 5 * maxGroups + 1;

/**
 * @param groups the number of groups in the rows
 * @throws 400 `too_many_groups` if the report would be too large
 */
export function requireFewGroups({ periods, previous }: ReportFrame, groups: number, rows: number): void {
  const count = periods.length + previous.length;
  if (groups * count <= maxGroups && rows < maxRows) return;
  throw badRequest('too_many_groups', {
    values: { periods: inWords(count), maximum: inWords(maxGroups) },
  });
}

/** Adds the figures to periods, once their JSON is written. @param first the bucket of the first period */
function withFigures<Figures extends object>(
  periods: readonly Period[],
  first: number,
  figuresOf: (bucket: number) => Figures,
): (Period & Figures)[] {
  return computedList(periods.length, (index) => ({
    ...(periods[index] as Period),
    ...figuresOf(first + index),
  }));
}

/** Assembles a report from the figures of each bucket. @param head the fields of the report that come before the figures */
export function report<Figures extends object, Head extends object>(
  frame: ReportFrame,
  figuresOf: (bucket: number) => Figures,
  head = {} as Head,
) {
  const { from, to, interval, periods, previous } = frame;
  const [firstPrevious] = previous;
  return {
    from,
    to,
    interval,
    timeZone: 'Europe/Berlin' as const,
    ...head,
    data: withFigures(periods, previous.length + 1, figuresOf),
    totals: figuresOf(buckets.span),
    previous: firstPrevious
      ? {
          from: firstPrevious.from,
          to: previous.at(-1)?.to ?? firstPrevious.to,
          data: withFigures(previous, 1, figuresOf),
          totals: figuresOf(buckets.previousSpan),
        }
      : null,
  };
}
