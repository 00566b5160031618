import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';

type Numbered = 'material' | 'offer_line';

const nextIds = preparedQuery((db, { count }: { count: number }, table: Numbered) => {
  const series = sql<{ position: number }>`generate_series(1, ${count}::integer)`;
  return db
    .selectFrom(series.as<'given'>(sql`given(position)`))
    .select(sql<string>`nextval(${sql.lit(`${table}_id_seq`)})`.as('id'));
});

/** Reserves ids for new rows of a table. Reserve them first where their order matters: that of RETURNING is not guaranteed. */
export async function reserveIds(db: CompanyQueries, table: Numbered, count: number): Promise<string[]> {
  if (count === 0) return [];
  return (await nextIds(db, { count }, table)).map(({ id }) => id);
}
