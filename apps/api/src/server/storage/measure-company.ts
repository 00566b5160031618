import { columnName, type Tables, tableNames } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';

/** Header and line pointer of a row. */
const rowOverheadBytes = 28;

export interface MeasuredTable {
  name: string;
  /** Size of a row without the columns of variable size. */
  fixedBytes: number;
  variableColumns: string[];
}

/** Tables with data of companies. */
export async function measuredTables(kysely: Kysely<Tables>): Promise<MeasuredTable[]> {
  const { rows } = await sql<MeasuredTable>`
    select relname as "name",
      (${rowOverheadBytes} + sum(attlen) filter (where attlen > 0))::integer as "fixedBytes",
      coalesce(array_agg(attname::text) filter (where attlen < 0), '{}') as "variableColumns"
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where pg_class.oid in (select to_regclass(name) from unnest(${tableNames.map(columnName)}::text[]) as t (name))
    group by relname
    having bool_or(attname = 'company_id')
  `.execute(kysely);
  return rows;
}

/** A company with gigabytes takes longer than the time limit of requests. */
const statementTimeout = '10min';

/**
 * Sums the sizes of the rows of a company, as stored. Values that are stored outside their row are not read.
 *
 * @returns bytes
 */
export async function measureCompany(
  kysely: Kysely<Tables>,
  companyId: string,
  tables: readonly MeasuredTable[],
): Promise<number> {
  const sums = tables.map(({ name, fixedBytes, variableColumns }) => {
    const sizes = variableColumns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`);
    return sql`select sum(${sql.join([sql`${fixedBytes}::bigint`, ...sizes], sql` + `)}) as bytes
      from ${sql.table(name)} where company_id = ${companyId}`;
  });
  return kysely.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${statementTimeout}, true)`.execute(transaction);
    const { rows } = await sql<{ bytes: string | null }>`
      select sum(bytes) as bytes from (${sql.join(sums, sql` union all `)}) as tables
    `.execute(transaction);
    return Number(rows[0]?.bytes ?? 0);
  });
}
