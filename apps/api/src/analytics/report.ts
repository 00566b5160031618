import type { Query, ReportInterval } from '@pv-planning/contract';
import { invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../contract/api-errors.ts';
import { limitOf } from '../contract/contract-document.ts';
import { type Days, lastDayOfYears, type Period, periodsBefore, periodsIn } from './periods.ts';

/** The parameters of all reports. */
export type ReportQuery = Query<'getOfferAnalytics'>;

/** The span of a report, divided into periods. */
export interface ReportFrame extends Days {
  interval: ReportInterval;
  periods: readonly Period[];
  /** The periods of the span before, if they are compared. */
  before: readonly Period[];
}

/**
 * The place of a figure in a report: the number of a period, counted from 1 through the span before and the span, or one of these.
 */
export const places = { span: -1, spanBefore: -2, always: -3 } as const;

/** The places at which records of a period count. The period 0 is outside the spans. */
export function placesOf({ before }: ReportFrame, period: number): readonly number[] {
  if (period === 0) return [places.always];
  return [period, period > before.length ? places.span : places.spanBefore, places.always];
}

const maxYears = 10;
const maxPeriods = limitOf('OfferAnalytics', 'data', 'maxItems');
const maxGroups = limitOf('CustomerFigures', 'groups', 'maxItems');

const inWords = (count: number): string => count.toLocaleString('en');

/** @throws 400 `invalid_request` if the span ends before it begins, is too long, or has too many periods */
export function reportFrame({ from, to, interval = 'month', compare }: ReportQuery): ReportFrame {
  const refused = (path: string, code: string, message: string) =>
    invalidRequest({ in: 'query', path, code, message });
  if (to < from) throw refused('to', 'minimum', 'must not be before from');
  const lastDay = lastDayOfYears(from, maxYears);
  if (to > lastDay)
    throw refused(
      'to',
      'maximum',
      `must be ${lastDay} or earlier: a report covers at most ${maxYears} years`,
    );
  const periods = periodsIn({ from, to }, interval);
  if (periods.length > maxPeriods) {
    const message = `must be longer: the span has ${inWords(periods.length)} periods, at most ${inWords(maxPeriods)} are allowed`;
    throw refused('interval', 'too_many_periods', message);
  }
  return { from, to, interval, periods, before: compare ? periodsBefore({ from, to }, interval) : [] };
}

/** Rows with sums to read. A report with few enough groups has fewer: up to three per period and group, two of open offers. */
export const maxRows = 5 * maxGroups + 1;

/**
 * @param groups the number of groups in the rows
 * @throws 400 `too_many_groups` if the report would be too large
 */
export function requireFewGroups({ periods, before }: ReportFrame, groups: number, rows: number): void {
  const count = periods.length + before.length;
  if (groups * count <= maxGroups && rows < maxRows) return;
  throw badRequest('too_many_groups', {
    values: { periods: inWords(count), maximum: inWords(maxGroups) },
  });
}

/** Puts a report together from the figures of each place. @param head what comes before the figures */
export function report<Figures extends object, Head extends object>(
  frame: ReportFrame,
  figuresAt: (place: number) => Figures,
  head = {} as Head,
) {
  const { from, to, interval, periods, before } = frame;
  const placed = (listed: readonly Period[], first: number) =>
    listed.map((period, index) => ({ ...period, ...figuresAt(first + index) }));
  const [firstBefore] = before;
  return {
    from,
    to,
    interval,
    timeZone: 'Europe/Berlin' as const,
    ...head,
    data: placed(periods, before.length + 1),
    totals: figuresAt(places.span),
    previous: firstBefore
      ? {
          from: firstBefore.from,
          to: before.at(-1)?.to ?? firstBefore.to,
          data: placed(before, 1),
          totals: figuresAt(places.spanBefore),
        }
      : null,
  };
}
