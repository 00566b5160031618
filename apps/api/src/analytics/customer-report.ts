import type { CustomerAnalytics, CustomerFigures, CustomerGrouping, Query } from '@pv-planning/contract';
import { computedList } from '@pv-planning/server-kit';
import { type RawBuilder, sql } from 'kysely';
import { bucketsOf, maxRows, ofSpans, report, requireFewGroups } from './report.ts';
import type { SpanSql } from './report-sql.ts';
import { mapSpans, type ReportInput, readSpans } from './run-report.ts';

type Key = string | null;

/** Number of customers in each bucket. */
type Counts = Map<number, number>;

/** SQL expressions for the value that the customers of a group share. */
const keyOf: Record<Exclude<CustomerGrouping, 'buildingType'>, (postalDigits: number) => RawBuilder<Key>> = {
  postalCode: (digits) => sql`case when address ->> 'country' = 'DE'
    then left(substring(address ->> 'postalCode' from '^[0-9]{5}$'), ${sql.lit(digits)}) end`,
  state: () => sql`address ->> 'state'`,
  type: () => sql`type`,
};

const byKey = (one: Key, other: Key): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
};

/** The customers of a date range: in all, and by group. */
interface Tally {
  rows: number;
  all: Counts;
  groups: Map<Key, Counts>;
}

export async function customerReport(
  input: ReportInput<Query<'getCustomerAnalytics'>>,
): Promise<CustomerAnalytics> {
  const { db, frame, query, selects } = input;
  const { groupBy = 'postalCode', postalDigits = 2 } = query;
  const time = 'customer.createdAt';
  const tally = async ({ covers, periodOf }: SpanSql): Promise<Tally> => {
    const customers = db
      .selectFrom('customer')
      .where(selects('customer'))
      .where(covers(time))
      .select(['customer.id', periodOf(time).as('period')]);
    const created =
      groupBy === 'buildingType'
        ? customers
            .leftJoin('project', 'project.customerId', 'customer.id')
            .select('project.buildingType as key')
            .distinct()
        : customers.select(keyOf[groupBy](postalDigits).as('key'));
    const count = sql<number>`count(*)::integer`.as('count');
    const inAll = db
      .selectFrom(customers.as('created'))
      .select(['period', sql<Key>`null`.as('key'), sql<boolean>`false`.as('isGroup'), count])
      .groupBy('period');
    const inGroups = db
      .selectFrom(created.as('created'))
      .select(['period', 'key', sql<boolean>`true`.as('isGroup'), count])
      .groupBy(['period', 'key']);
    const rows = await inAll.unionAll(inGroups).limit(maxRows).execute();
    const all: Counts = new Map();
    const groups = new Map<Key, Counts>();
    for (const { period, key, isGroup, count } of rows) {
      const counts = isGroup ? (groups.get(key) ?? new Map()) : all;
      if (isGroup) groups.set(key, counts);
      for (const bucket of bucketsOf(period)) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    }
    return { rows: rows.length, all, groups };
  };
  const tallies = await readSpans(input, tally);
  const keys = [...new Set(ofSpans(tallies).flatMap(({ groups }) => [...groups.keys()]))].sort(byKey);
  requireFewGroups(frame, keys.length, Math.max(...ofSpans(tallies).map(({ rows }) => rows)));
  const figures = mapSpans(
    tallies,
    ({ all, groups }) =>
      (bucket: number): CustomerFigures => ({
        count: all.get(bucket) ?? 0,
        groups: computedList(keys.length, (index) => {
          const key = keys[index] as Key;
          return { key, count: groups.get(key)?.get(bucket) ?? 0 };
        }),
      }),
  );
  return report(frame, figures, { groupBy, postalDigits });
}
