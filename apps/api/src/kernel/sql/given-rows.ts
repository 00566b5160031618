import { columnName, columnTypes } from '@pv-planning/database';
import { type AliasedRawBuilder, sql } from 'kysely';

/** Builds a table expression `given` from rows of a table, passed as one JSON parameter. Missing values become null. */
export function givenRows<Row extends object>(
  table: keyof typeof columnTypes,
  columns: readonly string[],
  rows: readonly Row[],
): AliasedRawBuilder<Row, 'given'> {
  const types: Readonly<Record<string, string>> = columnTypes[table];
  const definitions = columns.map((column) => `${columnName(column)} ${types[column]}`);
  const json = JSON.stringify(rows.map((row) => valuesByColumn(columns, row)));
  return sql<Row>`json_to_recordset(${json}::json)`.as<'given'>(sql.raw(`given(${definitions.join(', ')})`));
}

function valuesByColumn(columns: readonly string[], row: object) {
  return Object.fromEntries(columns.map((column) => [columnName(column), Reflect.get(row, column)]));
}
