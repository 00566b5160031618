import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type OrderByItemBuilder, type SelectQueryBuilder, sql } from 'kysely';

export interface ListEnvelope<Item> {
  data: Item[];
  total: number;
  limit: number;
  offset: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the query of any table will do
type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * One page of a list with the count of all matches. Both come from one statement, so from one snapshot. Empty fields sort
 * last in both directions, equal ones by id.
 *
 * @param matches the rows that count, without a selection
 * @param items the same rows with what an item holds, `id` and the sort field among it
 */
export async function pageOf<Item extends { id: string }>(
  db: CompanyQueries,
  matches: AnyQuery<object>,
  items: AnyQuery<Item>,
  { limit, offset, sort }: Page,
): Promise<ListEnvelope<Item>> {
  const inOrder = (order: OrderByItemBuilder) =>
    (sort.direction === 'asc' ? order.asc() : order.desc()).nullsLast();
  const counted = matches.select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('total'));
  const page = items.orderBy(sort.field, inOrder).orderBy('id', sort.direction).limit(limit).offset(offset);
  // An offset past the end leaves the one row of the count, with nothing joined to it.
  const rows = (await db
    .selectFrom(counted.as('counted'))
    .leftJoin(page.as('item'), (join) => join.onTrue())
    .selectAll()
    .orderBy(sql.ref(`item.${sort.field}`), inOrder)
    .orderBy('item.id', sort.direction)
    .execute()) as (Item & { total: number })[];
  const total = rows[0]?.total ?? 0;
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...item }) => item as unknown as Item);
  return { data, total, limit, offset };
}
