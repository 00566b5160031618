import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';

/** Reserves ids for new rows of a table. Reserve them first where their order matters: that of RETURNING is not guaranteed. */
export async function reserveIds(
  db: CompanyQueries,
  table: 'material' | 'offer_line',
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const series = sql<{ position: number }>`generate_series(1, ${count}::integer)`;
  const numbered = await db
    .selectFrom(series.as<'given'>(sql`given(position)`))
    .select(sql<string>`nextval(${sql.lit(`${table}_id_seq`)})`.as('id'))
    .execute();
  return numbered.map(({ id }) => id);
}
