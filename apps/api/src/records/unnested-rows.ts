import { columnName } from '@pv-planning/database';
import { type AliasedRawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'integer' | 'bigint' | 'numeric' | 'smallint' | 'boolean' | 'timestamptz';

/**
 * Rows to select from, to insert or to update by, however many: one parameter for each column. Of a row they take the
 * columns that are named; what is empty in it is null, never undefined.
 */
export function unnested<
  Columns extends Readonly<Record<string, ColumnType>>,
  Row extends { readonly [Column in keyof Columns]: unknown },
  Alias extends string,
>(
  alias: Alias,
  columns: Columns,
  rows: readonly Row[],
): AliasedRawBuilder<Pick<Row, keyof Columns & keyof Row>, Alias> {
  const names = Object.keys(columns);
  const arrays = Object.entries(columns).map(
    ([name, type]) => sql`${rows.map((row) => row[name])}::${sql.raw(`${type}[]`)}`,
  );
  const named = sql.raw(`${alias}(${names.map(columnName).join(', ')})`);
  return sql<Pick<Row, keyof Columns & keyof Row>>`unnest(${sql.join(arrays)})`.as<Alias>(named);
}
