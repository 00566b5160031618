import { sql } from 'kysely';

/** The database's clock. To read it after a lock was taken, select it around a subquery that locks. */
export const dbNow = sql<string>`clock_timestamp()`;

/**
 * The time of a change to a row: that of the clock, but later than the row's previous change, should the clock have been set
 * back. Times are those of records: UTC with milliseconds.
 *
 * @param clock the database's clock, read after the row was locked
 * @param updatedAt the time of the row's previous change
 */
export function changeTime(clock: string, updatedAt: string): string {
  return clock > updatedAt ? clock : new Date(Date.parse(updatedAt) + 1).toISOString();
}
