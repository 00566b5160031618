import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { Cursor, Page } from '@pv-planning/server-kit';
import { type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isRecordId } from '../identifiers/record-id.ts';
import { converted, utc } from '../records/stored-values.ts';

export interface ListEnvelope<Item> {
  data: Item[];
  total: number;
  limit: number;
  offset: number;
}

/** The result of a list operation. */
export interface ListPage<Item> {
  status: 200;
  body: ListEnvelope<Item>;
  /** The cursor of the last row, if more rows follow. */
  next: Cursor | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: accepts queries on any table
type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

interface Listed<Item> {
  /** All matching rows, without selected columns. */
  matches: AnyQuery<object>;
  /** The same rows with the fields of items, including `id` and the sort fields. */
  items: AnyQuery<Item>;
}

/** The columns that paging adds to or reads from a row. */
interface CountedItem {
  id: string | null;
  total: number | undefined;
}

/** The filters of every list; the times only if its records have `updatedAt`. */
interface CommonFilters {
  ids?: string | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
}

type Sort = Page['sort'];

/** Filters with one value each, as the statement of a list compares them. */
export type SingleValues<Filters> = { [Name in keyof Filters]: SingleValue<Filters[Name]> };

type SingleValue<Filter> = Filter extends readonly (infer Value)[] ? Value : Filter;

/** Filters with one or several values each. */
type SeveralValues<Filters> = {
  [Name in keyof Filters]: Filters[Name] | readonly NonNullable<Filters[Name]>[];
};

/** The variant of a list's statement, besides the names of the filters. */
interface Form {
  sort: Sort;
  /** The filters with several values. */
  several: readonly string[];
}

/** The range of rows to read. */
interface Range {
  /** Maximum number of rows: one more than the page has, to detect whether there is a next page. */
  rows: number;
  offset: number;
  /** The sum of `offset` and `rows`. */
  reach: number;
  /** The page begins after this value, or, if only the id is given, within the rows whose value is null. */
  afterValue?: string | number | undefined;
  afterId?: string | undefined;
}

/** The sort key of a row. */
interface Key {
  id: string;
  value: unknown;
}

function withCommon<Row>(
  query: AnyQuery<Row>,
  { ids, updatedFrom, updatedTo }: CommonFilters,
): AnyQuery<Row> {
  let filtered = query;
  if (ids !== undefined) filtered = filtered.where('id', '=', ids);
  if (updatedFrom !== undefined) filtered = filtered.where('updatedAt', '>=', updatedFrom);
  if (updatedTo !== undefined) filtered = filtered.where('updatedAt', '<', updatedTo);
  return filtered;
}

/**
 * Replaces the placeholders of filters with several values, so that `column = filter` compares with any of them. A single value stays,
 * since PostgreSQL could not read the rows in the order of an index.
 */
function comparable<Filters extends object>(filters: Filters, several: readonly string[]): Filters {
  const replaced = several.map((name) => [name, sql`any(${Reflect.get(filters, name)})`]);
  return { ...filters, ...Object.fromEntries(replaced) };
}

/** Replaces lists of one value by the value. Returns the names of the other lists. */
function separated<Filters extends object>(filters: SeveralValues<Filters>) {
  const several: string[] = [];
  const values = Object.entries(filters).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, value];
    if (value.length === 1) return [name, value[0]];
    several.push(name);
    return [name, value];
  });
  return { filters: Object.fromEntries(values) as Filters, several: several.sort() };
}

/** Nulls sort last in both directions. */
function inOrder({ direction, nullable }: Sort) {
  return (order: OrderByItemBuilder) => {
    // Omits NULLS LAST where it is the default or there are no nulls, because it would prevent PostgreSQL from using the index.
    if (direction === 'asc') return order.asc();
    return nullable ? order.desc().nullsLast() : order.desc();
  };
}

/**
 * Sorts rows that either all have a value or all lack one, so that PostgreSQL can scan an index on field and id in either
 * direction.
 */
function sorted<Row>(rows: AnyQuery<Row>, { field, direction }: Sort): AnyQuery<Row> {
  return rows.orderBy(field, direction).orderBy('id', direction);
}

/** Selects the rows after the cursor. The row comparison lets an index scan start at the cursor. */
function afterCursor<Row>(
  rows: AnyQuery<Row>,
  { field, direction }: Sort,
  { afterValue, afterId }: Range,
): AnyQuery<Row> {
  const isAfter = direction === 'asc' ? '>' : '<';
  if (afterId === undefined) return rows;
  if (afterValue === undefined) return rows.where('id', isAfter, afterId);
  return rows.where(
    sql<SqlBool>`(${sql.ref(field)}, ${sql.ref('id')}) ${sql.raw(isAfter)} (${afterValue}, ${afterId})`,
  );
}

/**
 * Selects the ids of a page for a sort field that can be null. Rows with a value and rows without one are read as two ranges of the
 * index; a single condition for both would read the entire index.
 */
function idsOfPage(db: CompanyQueries, matches: AnyQuery<object>, sort: Sort, range: Range) {
  const { field, direction } = sort;
  const { rows, offset, reach, afterValue, afterId } = range;
  const keys = matches.select(['id', `${field} as value`]).$castTo<Key>();
  const part = (from: AnyQuery<Key>, alias: string) =>
    db.selectFrom(sorted(from, sort).limit(reach).as(alias)).selectAll().$castTo<Key>();
  const isAmongNulls = afterId !== undefined && afterValue === undefined;
  const withValue = afterCursor(keys.where(field, 'is not', null), sort, range);
  const withoutValue = keys.where(field, 'is', null);
  const parts = isAmongNulls
    ? part(afterCursor(withoutValue, sort, range), 'without_value')
    : part(withValue, 'with_value').unionAll(part(withoutValue, 'without_value'));
  return db
    .selectFrom(parts.as('part'))
    .select('id')
    .orderBy('value', inOrder(sort))
    .orderBy('id', direction)
    .limit(rows)
    .offset(offset);
}

/** Returns the cursor of a row. @param passed the number of rows up to and including this one */
export function cursorOf(
  row: { id: string } | undefined,
  { field }: Sort,
  passed: number,
): Cursor | undefined {
  return row && { value: Reflect.get(row, field) as Cursor['value'], id: row.id, passed };
}

/**
 * Returns a function that reads pages of a list with the total count. A single statement reads both, so that they are consistent. Rows
 * with equal values are sorted by id.
 *
 * @param list applies the filters, each by `=` if it can have several values; their values are placeholders, as in any prepared query
 * @param toItem converts a row to an item of the response
 * @param isId whether a text can be the id of a record; others match nothing
 */
export function pagesOf<Filters extends object, Row extends { id: string }, Item = Row>(
  list: (db: CompanyQueries, filters: Filters) => Listed<Row>,
  { toItem, isId = isRecordId }: { toItem?: (row: Row) => Item; isId?: (text: string) => boolean } = {},
): (
  db: CompanyQueries,
  filters: SeveralValues<Filters & CommonFilters>,
  page: Page,
) => Promise<ListPage<Item>> {
  const pageRows = preparedQuery(
    (
      db,
      { rows, offset, reach, afterValue, afterId, ...filters }: Filters & CommonFilters & Range,
      { sort, several }: Form,
    ) => {
      const { field, direction, nullable } = sort;
      const compared = comparable(filters as unknown as Filters & CommonFilters, several);
      const listed = list(db, compared);
      const matches = withCommon(listed.matches, compared);
      const items = withCommon(listed.items, compared);
      const range = { rows, offset, reach, afterValue, afterId };
      const counted = matches.select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('total'));
      const page = nullable
        ? items.where('id', 'in', idsOfPage(db, matches, sort, range))
        : sorted(afterCursor(items, sort, range), sort)
            .limit(rows)
            .offset(offset);
      // For a page past the end, the only row has the count and no item.
      return db
        .selectFrom(counted.as('counted'))
        .leftJoin(page.as('item'), (join) => join.onTrue())
        .selectAll()
        .orderBy(sql.ref(`item.${field}`), inOrder(sort))
        .orderBy('item.id', direction)
        .$castTo<CountedItem>();
    },
  );
  return async (db, given, { limit, offset, after, sort }) => {
    const skipped = after ? 0 : offset;
    const conversions = {
      updatedFrom: utc,
      updatedTo: utc,
      ids: (ids: string | string[]) => [ids].flat().filter(isId),
    };
    const { filters, several } = separated<Filters>(converted(given, conversions as object));
    const counted = await pageRows(
      db,
      {
        ...filters,
        rows: limit + 1,
        offset: skipped,
        reach: skipped + limit + 1,
        afterValue: after?.value ?? undefined,
        afterId: after?.id,
      },
      { sort, several },
    );
    const total = counted[0]?.total ?? 0;
    // JSON omits undefined fields. Copying the items without the field would take as long as reading them.
    for (const row of counted) row.total = undefined;
    const rows = counted.filter(({ id }) => id !== null) as unknown as Row[];
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    const data = (toItem ? rows.map(toItem) : rows) as Item[];
    return {
      status: 200,
      body: { data, total, limit, offset },
      next: hasMore ? cursorOf(rows.at(-1), sort, offset + rows.length) : undefined,
    };
  };
}
