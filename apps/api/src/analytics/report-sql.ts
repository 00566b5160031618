import type { CompanyQueries } from '@pv-planning/database';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../dates/german-days.ts';
import { idOrNone, uuidOrNone } from '../identifiers/record-id.ts';
import { buckets, type ReportFrame, type ReportQuery } from './report.ts';

/** SQL expressions on the records of a report. `time` is a column such as `offer.createdAt`. */
export interface ReportSql {
  /** Whether a record of the table has the site and the planner that the request filters by. */
  selects(table: string): RawBuilder<SqlBool>;
  /** Whether the time is in the date range or the previous one. */
  covers(time: string): RawBuilder<SqlBool>;
  /** The number of the period that contains the time, which must be in one of the date ranges. */
  periodOf(time: string): RawBuilder<number>;
  /** The total bucket of the date range that contains the period in the column `period`; 0 for period 0. */
  span: RawBuilder<number>;
}

/** The time at which a day begins in Germany. */
const beginning = (day: string) => sql<string>`(${day}::timestamp at time zone 'Europe/Berlin')`;

export function reportSql(
  db: CompanyQueries,
  { from, to, periods, previous }: ReportFrame,
  { siteId, plannerId }: Pick<ReportQuery, 'siteId' | 'plannerId'>,
): ReportSql {
  const days = [...previous, ...periods].map((period) => period.from);
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
    span: sql`case when period > ${sql.lit(previous.length)} then ${sql.lit(buckets.span)}
      when period > 0 then ${sql.lit(buckets.previousSpan)} else 0 end`,
  };
}

/** The bucket of a row that is grouped by period, by date range, or by neither. */
export const bucket = sql<number>`coalesce(period, span, ${sql.lit(buckets.always)})`;

/**
 * Configures the transaction for the statement of a report: a plan for the actual dates, because a generic one is slow for most date
 * ranges; no JIT, because compiling takes longer than running; no parallel workers, which would take processors from other requests;
 * and more memory for the hash tables of groups.
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
