import type { CustomerAnalytics, CustomerFigures, CustomerGrouping, Query } from '@pv-planning/contract';
import { type RawBuilder, sql } from 'kysely';
import { maxRows, placesOf, report, requireFewGroups } from './report.ts';
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
}: ReportInput<Query<'getCustomerAnalytics'>>): Promise<CustomerAnalytics> {
  const { groupBy = 'postalCode', postalDigits = 2 } = query;
  const time = 'customer.createdAt';
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
  const found = new Set(rows.filter(({ isGroup }) => isGroup).map(({ key }) => key));
  const keys = [...found].sort(inOrder);
  requireFewGroups(frame, keys.length, rows.length);
  const counts = new Map<string, number>();
  const nameOf = (place: number, key?: Key) => `${place} ${JSON.stringify(key)}`;
  for (const { period, key, isGroup, count } of rows) {
    for (const place of placesOf(frame, period)) {
      const name = nameOf(place, isGroup ? key : undefined);
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  const countOf = (place: number, key?: Key) => counts.get(nameOf(place, key)) ?? 0;
  const figuresAt = (place: number): CustomerFigures => ({
    count: countOf(place),
    groups: keys.map((key) => ({ key, count: countOf(place, key) })),
  });
  return report(frame, figuresAt, { groupBy, postalDigits });
}
