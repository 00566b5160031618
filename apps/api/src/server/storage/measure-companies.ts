import { columnName, type Tables, tableNames } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';

/** Header and line pointer of a row. */
const rowOverheadBytes = 28;

interface MeasuredTable {
  name: string;
  /** Size of a row without the columns of variable size. */
  fixedBytes: number;
  variableColumns: string[];
}

async function measuredTables(kysely: Kysely<Tables>): Promise<MeasuredTable[]> {
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

/** A company with gigabytes takes longer than the statements of requests may. */
const statementTimeout = '10min';

/**
 * Sums the sizes of the rows of companies, as stored. Values that are stored outside their row are not read.
 *
 * @returns bytes by company
 */
export async function measureCompanies(
  kysely: Kysely<Tables>,
  companyIds: readonly string[],
): Promise<Map<string, number>> {
  const bytes = new Map(companyIds.map((companyId) => [companyId, 0]));
  for (const { name, fixedBytes, variableColumns } of await measuredTables(kysely)) {
    const sizes = variableColumns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`);
    const rows = await kysely.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${statementTimeout}, true)`.execute(transaction);
      const sums = await sql<{ companyId: string; bytes: string }>`
        select company_id as "companyId", sum(${sql.join([sql`${fixedBytes}::bigint`, ...sizes], sql` + `)}) as "bytes"
        from ${sql.table(name)} where company_id = any(${companyIds}::bigint[]) group by company_id
      `.execute(transaction);
      return sums.rows;
    });
    for (const row of rows) bytes.set(row.companyId, (bytes.get(row.companyId) ?? 0) + Number(row.bytes));
  }
  return bytes;
}
