import type { CompanyQueries } from '@pv-planning/database';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../dates/german-days.ts';
import { idOrNone, uuidOrNone } from '../identifiers/record-id.ts';
import { places, type ReportFrame, type ReportQuery } from './report.ts';

/** Expressions about the records of a report. `time` is a column such as `offer.createdAt`. */
export interface ReportSql {
  /** Whether a record of the table belongs to the site and the planner of the request. */
  selects(table: string): RawBuilder<SqlBool>;
  /** Whether the time is in the span or in the span before. */
  covers(time: string): RawBuilder<SqlBool>;
  /** The number of the period that contains the time, which is in one of the spans. */
  periodOf(time: string): RawBuilder<number>;
  /** The place of the span that contains the period in the column `period`; 0 for 0, which is no period. */
  span: RawBuilder<number>;
}

/** When a day begins in Germany. */
const beginning = (day: string) => sql<string>`(${day}::timestamp at time zone 'Europe/Berlin')`;

export function reportSql(
  db: CompanyQueries,
  { from, to, periods, before }: ReportFrame,
  { siteId, plannerId }: Pick<ReportQuery, 'siteId' | 'plannerId'>,
): ReportSql {
  const days = [...before, ...periods].map((period) => period.from);
  const [first = from] = days;
  // Computed once per statement.
  const beginnings = db
    .selectFrom(sql<{ day: string }>`unnest(${days}::date[])`.as<'period'>(sql`period(day)`))
    .select(sql`array_agg((day::timestamp at time zone 'Europe/Berlin') order by day)`.as('beginnings'));
  return {
    selects: (table) =>
      sql.join(
        [
          siteId === undefined ? sql`true` : sql`${sql.ref(`${table}.siteId`)} = ${idOrNone(siteId)}`,
          plannerId === undefined
            ? sql`true`
            : sql`${sql.ref(`${table}.plannerId`)} = ${uuidOrNone(plannerId)}`,
        ],
        sql` and `,
      ),
    covers: (time) =>
      sql`${sql.ref(time)} >= ${beginning(first)} and ${sql.ref(time)} < ${beginning(daysAfter(to, 1))}`,
    periodOf: (time) => sql`width_bucket(${sql.ref(time)}, ${beginnings})`,
    span: sql`case when period > ${sql.lit(before.length)} then ${sql.lit(places.span)}
      when period > 0 then ${sql.lit(places.spanBefore)} else 0 end`,
  };
}

/** The place of a row that is grouped by period, by span, or by neither. */
export const place = sql<number>`coalesce(period, span, ${sql.lit(places.always)})`;

/**
 * Prepares the transaction for the statement of a report. A plan that suits any span suits none; compiling the plan takes longer than
 * running it; one report does not take several processors from other requests; its tables of groups need more memory than usual.
 */
export async function prepareReport(db: CompanyQueries): Promise<void> {
  const setting = (name: string, value: string) =>
    sql<string>`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`.as(name);
  await db
    .selectNoFrom([
      setting('plan_cache_mode', 'force_custom_plan'),
      setting('jit', 'off'),
      setting('max_parallel_workers_per_gather', '0'),
      setting('work_mem', '64MB'),
    ])
    .execute();
}
