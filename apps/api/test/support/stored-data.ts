import type { TestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';

/**
 * Returns a digest of a company's rows by table, without the last-use times of its keys, which reads also change, and without
 * `company_task`, because background tasks can run at any time.
 */
export async function storedDigests(
  { kysely }: TestDatabase,
  companyId: string,
): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' and table_name <> 'company_task'
  `.execute(kysely);
  const digests = tables.rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, md5(string_agg(stored, '' order by stored)) as digest
      from (select (to_jsonb(t) - 'last_used_at')::text as stored from ${sql.table(name)} t
            where company_id = ${companyId}) rows
    `,
  );
  const { rows } = await sql<{ name: string; digest: string | null }>`
    ${sql.join(digests, sql` union all `)}
  `.execute(kysely);
  return Object.fromEntries(rows.flatMap(({ name, digest }) => (digest === null ? [] : [[name, digest]])));
}
