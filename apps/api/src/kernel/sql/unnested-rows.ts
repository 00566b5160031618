import { columnName } from '@pv-planning/database';
import { type AliasedRawBuilder, sql } from 'kysely';

type ColumnType =
  | 'text'
  | 'uuid'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'double precision'
  | 'smallint'
  | 'boolean'
  | 'timestamptz'
  | 'json';

type Columns = Readonly<Record<string, ColumnType>>;

/** The values of each column, one per row. */
export type ColumnArrays<C extends Columns> = { readonly [Column in keyof C]: readonly unknown[] };

/** Transposes rows into columns. Ignores other properties of the rows. Missing values must be null, not undefined. */
export function columnArrays<C extends Columns>(
  columns: C,
  rows: readonly { readonly [Column in keyof C]: unknown }[],
): ColumnArrays<C> {
  const names: (keyof C)[] = Object.keys(columns);
  return Object.fromEntries<readonly unknown[]>(
    names.map((name) => [name, rows.map((row) => row[name])]),
  ) as ColumnArrays<C>;
}

/** Builds an `unnest` expression with one parameter per column. */
export function unnestedArrays<Row, Alias extends string>(
  alias: Alias,
  columns: Columns,
  arrays: Readonly<Record<string, unknown>>,
): AliasedRawBuilder<Row, Alias> {
  const parameters = Object.entries(columns).map(
    ([name, type]) => sql`${arrays[name]}::${sql.raw(`${type}[]`)}`,
  );
  const named = sql.raw(`${alias}(${Object.keys(columns).map(columnName).join(', ')})`);
  return sql<Row>`unnest(${sql.join(parameters)})`.as<Alias>(named);
}

/** Builds an `unnest` expression from rows, with one parameter per column. */
export function unnested<
  C extends Columns,
  Row extends { readonly [Column in keyof C]: unknown },
  Alias extends string,
>(alias: Alias, columns: C, rows: readonly Row[]): AliasedRawBuilder<Pick<Row, keyof C & keyof Row>, Alias> {
  return unnestedArrays(alias, columns, columnArrays(columns, rows));
}
