import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';

type TableWithIds = 'material' | 'offer_line';

const nextIds = preparedQuery((db, { count }: { count: number }, table: TableWithIds) => {
  const series = sql<{ position: number }>`generate_series(1, ${count}::integer)`;
  return db
    .selectFrom(series.as<'given'>(sql`given(position)`))
    .select(sql<string>`nextval(${sql.lit(`${table}_id_seq`)})`.as('id'));
});

/** Reserves ids for new rows of a table. Use it where the order of ids matters, because RETURNING does not guarantee an order. */
export async function reserveIds(db: CompanyQueries, table: TableWithIds, count: number): Promise<string[]> {
  if (count === 0) return [];
  return (await nextIds(db, { count }, table)).map(({ id }) => id);
}
