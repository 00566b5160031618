import { columnName } from '@pv-planning/database';
import { type AliasedRawBuilder, sql } from 'kysely';

type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'double precision'
  | 'smallint'
  | 'boolean'
  | 'timestamptz'
  | 'json';

/**
 * Builds an `unnest` expression for any number of rows, with one parameter per column. Other properties of the rows are ignored.
 * Empty values must be null, not undefined.
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
