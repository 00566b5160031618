import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../kernel/handler-context.ts';
import { type BySpan, type ReportFrame, type ReportQuery, reportFrame } from './report.ts';
import { prepareReport, type Selects, type SpanSql, selection, spanSql } from './report-sql.ts';

/** The input of a report. */
export interface ReportInput<Q extends ReportQuery = ReportQuery> {
  db: CompanyQueries;
  frame: ReportFrame;
  query: Q;
  selects: Selects;
}

/**
 * Computes a report from one snapshot of the company's data. @throws 400 `invalid_request` if the date range of the report is not
 * allowed
 */
export async function runReport<Q extends ReportQuery, Report>(
  { snapshot }: Context,
  query: Q,
  compute: (input: ReportInput<Q>) => Promise<Report>,
): Promise<Report> {
  const frame = reportFrame(query);
  return snapshot(async (db) => {
    await prepareReport(db);
    return compute({ db, frame, query, selects: selection(query) });
  });
}

/** Reads the figures of each date range by a statement of its own, because the ranges can overlap. */
export async function readSpans<Figures>(
  { db, frame: { current, previous } }: ReportInput,
  read: (span: SpanSql) => Promise<Figures>,
): Promise<BySpan<Figures>> {
  return {
    current: await read(spanSql(db, current)),
    previous: previous && (await read(spanSql(db, previous, true))),
  };
}

export function mapSpans<From, To>(
  { current, previous }: BySpan<From>,
  map: (value: From) => To,
): BySpan<To> {
  return { current: map(current), previous: previous && map(previous) };
}
