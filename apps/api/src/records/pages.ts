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
  /** All matching rows, without a selection. */
  matches: AnyQuery<object>;
  /** The same rows with the fields of an item, including `id` and the sort fields. */
  items: AnyQuery<Item>;
}

/** The part of a row that paging reads: the item's id and the count. */
interface CountedItem {
  id: string | null;
  total: number | undefined;
}

type PageStart = Pick<Page, 'limit' | 'offset'>;

/**
 * Returns a function that reads pages of a list with the count of all matches. One statement reads both, so they come from one
 * snapshot. Nulls sort last in both directions; ties sort by id.
 *
 * @param list applies the given filters; as in any prepared query, their values are placeholders
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
      // An explicit NULLS LAST that is already the default (asc, no nulls) would keep PostgreSQL from using the index.
      const inOrder = (order: OrderByItemBuilder) => {
        if (direction === 'asc') return order.asc();
        return nullable ? order.desc().nullsLast() : order.desc();
      };
      const counted = matches.select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('total'));
      const page = items.orderBy(field, inOrder).orderBy('id', direction).limit(limit).offset(offset);
      // For an offset past the end, the only row is the count, with nothing joined to it.
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
    // `sort` determines the form of the statement; it is not a value.
    const rows = await pageRows(db, { ...filters, limit, offset, sort: undefined }, sort);
    const total = rows[0]?.total ?? 0;
    // JSON omits undefined fields. Copying the items would cost as much as reading them.
    for (const row of rows) row.total = undefined;
    return { data: rows.filter(({ id }) => id !== null) as unknown as Item[], total, limit, offset };
  };
}
