import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../kernel/dates/german-days.ts';
import { idOrNone, uuidOrNone } from '../kernel/identifiers/record-id.ts';
import { buckets, type ReportQuery, type ReportSpan } from './report.ts';

/** SQL expressions on the records of one date range. `time` is a column such as `offer.createdAt`. */
export interface SpanSql {
  /** Whether this is the earlier date range of a comparison. */
  isPrevious: boolean;
  /** Whether the time is in the date range. */
  covers(time: string): RawBuilder<SqlBool>;
  /** The number of the period that contains the time, which must be in the date range. */
  periodOf(time: string): RawBuilder<number>;
}

/** Whether a record of the table has the site and the planner that the request filters by. */
export type Selects = (table: string) => RawBuilder<SqlBool>;

/** The time at which a day begins in Germany. */
const beginning = (day: string) => sql<string>`(${day}::timestamp at time zone 'Europe/Berlin')`;

export function spanSql(db: CompanyQueries, { from, to, periods }: ReportSpan, isPrevious = false): SpanSql {
  const days = periods.map((period) => period.from);
  // Computed once per statement.
  const beginnings = db
    .selectFrom(sql<{ day: string }>`unnest(${days}::date[])`.as<'period'>(sql`period(day)`))
    .select(sql`array_agg((day::timestamp at time zone 'Europe/Berlin') order by day)`.as('beginnings'));
  return {
    isPrevious,
    covers: (time) =>
      sql`${sql.ref(time)} >= ${beginning(from)} and ${sql.ref(time)} < ${beginning(daysAfter(to, 1))}`,
    periodOf: (time) => sql`width_bucket(${sql.ref(time)}, ${beginnings})`,
  };
}

export function selection({ siteId, plannerId }: Pick<ReportQuery, 'siteId' | 'plannerId'>): Selects {
  return (table) =>
    sql.join(
      [
        siteId === undefined ? sql`true` : sql`${sql.ref(`${table}.siteId`)} = ${idOrNone(siteId)}`,
        plannerId === undefined
          ? sql`true`
          : sql`${sql.ref(`${table}.plannerId`)} = ${uuidOrNone(plannerId)}`,
      ],
      sql` and `,
    );
}

/** Whether the customer has not withdrawn from the contract. An accepted offer is an order only as long as this holds. */
export function notWithdrawn({ exists, not, selectFrom }: ExpressionBuilder<CompanyTables, 'offer'>) {
  const withdrawal = selectFrom('offerWithdrawal')
    .select(sql.lit(1).as('one'))
    .whereRef('offerWithdrawal.offerId', '=', 'offer.id');
  return not(exists(withdrawal));
}

/** The bucket of a row that is grouped by period, or by nothing else than the date range. */
export const bucket = sql<number>`coalesce(period, ${sql.lit(buckets.span)})`;

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
