import { type AliasedRawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'integer' | 'bigint' | 'numeric' | 'smallint' | 'boolean';

/** The rows that `unnested` makes: what may be null is null, never undefined. */
type Columns<Row> = { readonly [Column in keyof Row]: ColumnType };

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Rows to select from, to insert or to update by, however many: one parameter for each column. */
export function unnested<Row extends object, Alias extends string>(
  alias: Alias,
  columns: Columns<Row>,
  rows: readonly Row[],
): AliasedRawBuilder<Row, Alias> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const arrays = names.map(
    (name) => sql`${rows.map((row) => row[name])}::${sql.raw(columns[name])}${sql.raw('[]')}`,
  );
  const named = sql.raw(`${alias}(${names.map(snakeCase).join(', ')})`);
  return sql<Row>`unnest(${sql.join(arrays)})`.as<Alias>(named);
}
