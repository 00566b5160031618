import { type QueryExecutorProvider, sql } from 'kysely';

/** Returns the number of connections to a database that wait for a lock. */
export async function waitingForLocks(database: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database);
  return rows.length;
}
