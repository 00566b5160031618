import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';

/** The database's clock. To read it after acquiring a lock, select it from a subquery that locks. */
export const dbNow = sql<string>`clock_timestamp()`;

/** Reads the database's clock. */
export async function readClock(db: CompanyQueries): Promise<string> {
  const { clock } = await db.selectNoFrom(dbNow.as('clock')).executeTakeFirstOrThrow();
  return clock;
}

/**
 * Returns the time of a change to a row: the clock, or just after the row's previous change if the clock was set back.
 * Times are UTC with milliseconds, as in records.
 *
 * @param clock the database's clock, read after the row was locked
 * @param updatedAt the time of the row's previous change
 */
export function changeTime(clock: string, updatedAt: string): string {
  return clock > updatedAt ? clock : new Date(Date.parse(updatedAt) + 1).toISOString();
}

/**
 * The equivalent of `changeTime` in SQL. Select it in the subquery that locks the rows, because the SET clause of a distributed table
 * must not contain it.
 */
export const nextChange = sql<string>`greatest(statement_timestamp(), updated_at + interval '1 millisecond')`;
