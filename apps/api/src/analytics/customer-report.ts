import type { CustomerAnalytics, CustomerFigures, CustomerGrouping, Query } from '@pv-planning/contract';
import { type RawBuilder, sql } from 'kysely';
import { report, requireFewGroups } from './report.ts';
import { place } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

type Key = string | null;

/** What the customers of a group have in common. */
const keyOf: Record<Exclude<CustomerGrouping, 'buildingType'>, (postalDigits: number) => RawBuilder<Key>> = {
  postalCode: (
    digits,
  ) => sql`case when address ->> 'country' = 'DE' and address ->> 'postalCode' ~ '^[0-9]{5}$'
    then left(address ->> 'postalCode', ${sql.lit(digits)}) end`,
  state: () => sql`address ->> 'state'`,
  type: () => sql`type`,
};

const inOrder = (one: Key, other: Key): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
};

export async function customerReport({
  db,
  frame,
  query,
  selects,
  covers,
  periodOf,
  spanOf,
}: ReportInput<Query<'getCustomerAnalytics'>>): Promise<CustomerAnalytics> {
  const { groupBy = 'postalCode', postalDigits = 2 } = query;
  const time = 'customer.createdAt';
  const customers = db
    .selectFrom('customer')
    .where(selects('customer'))
    .where(covers(time))
    .select(['customer.id', periodOf(time).as('period'), spanOf(time).as('span')]);
  const created =
    groupBy === 'buildingType'
      ? customers
          .leftJoin('project', 'project.customerId', 'customer.id')
          .select('project.buildingType as key')
          .distinct()
      : customers.select(keyOf[groupBy](postalDigits).as('key'));
  const rows = await db
    .selectFrom(created.as('created'))
    .select([
      place.as('place'),
      sql<boolean>`grouping(key) = 0`.as('isGroup'),
      'key',
      sql<number>`count(distinct id)::integer`.as('count'),
    ])
    .groupBy(sql`grouping sets ((period), (period, key), (span), (span, key))`)
    .execute();
  const groups = rows.filter(({ isGroup }) => isGroup);
  const keys = [...new Set(groups.map(({ key }) => key))].sort(inOrder);
  requireFewGroups(frame, keys.length);
  const all = new Map(rows.filter(({ isGroup }) => !isGroup).map(({ place, count }) => [place, count]));
  const ofGroup = new Map(groups.map(({ place, key, count }) => [`${place} ${JSON.stringify(key)}`, count]));
  const figuresAt = (place: number): CustomerFigures => ({
    count: all.get(place) ?? 0,
    groups: keys.map((key) => ({ key, count: ofGroup.get(`${place} ${JSON.stringify(key)}`) ?? 0 })),
  });
  return report(frame, figuresAt, { groupBy, postalDigits });
}
