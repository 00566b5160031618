import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../handler-context.ts';
import { type ReportFrame, type ReportQuery, reportFrame } from './report.ts';
import { prepareReport, type ReportSql, reportSql } from './report-sql.ts';

/** The input of a report. */
export interface ReportInput<Q extends ReportQuery = ReportQuery> extends ReportSql {
  db: CompanyQueries;
  frame: ReportFrame;
  query: Q;
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
    return compute({ db, frame, query, ...reportSql(db, frame, query) });
  });
}
