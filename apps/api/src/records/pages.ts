import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
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

interface Listed<Item> {
  /** The rows that count, without a selection. */
  matches: AnyQuery<object>;
  /** The same rows with what an item holds, `id` and the sort fields among it. */
  items: AnyQuery<Item>;
}

/** An item, as far as its page looks at it, beside the count. */
interface CountedItem {
  id: string | null;
  total: number | undefined;
}

type PageStart = Pick<Page, 'limit' | 'offset'>;

/**
 * Pages of a list with the count of all matches. Both come from one statement, so from one snapshot. Empty fields sort last
 * in both directions, equal ones by id.
 *
 * @param list chooses by the filters that are given; a prepared query, so it sees stand-ins for their values
 */
export function pagesOf<Filters extends object, Item extends { id: string }>(
  list: (db: CompanyQueries, filters: Filters) => Listed<Item>,
): (db: CompanyQueries, filters: Filters, page: Page) => Promise<ListEnvelope<Item>> {
  const pageRows = preparedQuery(
    (
      db,
      { limit, offset, ...filters }: Filters & PageStart,
      { field, direction, nullable }: Page['sort'],
    ) => {
      const { matches, items } = list(db, filters as unknown as Filters);
      // Where PostgreSQL's own order would do, a further word keeps it from the index: asc has nulls last anyway.
      const inOrder = (order: OrderByItemBuilder) => {
        if (direction === 'asc') return order.asc();
        return nullable ? order.desc().nullsLast() : order.desc();
      };
      const counted = matches.select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('total'));
      const page = items.orderBy(field, inOrder).orderBy('id', direction).limit(limit).offset(offset);
      // An offset past the end leaves the one row of the count, with nothing joined to it.
      return db
        .selectFrom(counted.as('counted'))
        .leftJoin(page.as('item'), (join) => join.onTrue())
        .selectAll()
        .orderBy(sql.ref(`item.${field}`), inOrder)
        .orderBy('item.id', direction)
        .$castTo<CountedItem>();
    },
  );
  return async (db, filters, { limit, offset, sort }) => {
    // Filters come straight from the query; its `sort` is the form of the statement, not a value of it.
    const rows = await pageRows(db, { ...filters, limit, offset, sort: undefined }, sort);
    const total = rows[0]?.total ?? 0;
    // JSON leaves out what is undefined. Copies of the items without it would cost as much as reading them did.
    for (const row of rows) row.total = undefined;
    return { data: rows.filter(({ id }) => id !== null) as unknown as Item[], total, limit, offset };
  };
}
