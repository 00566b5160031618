import type { CompanyQueries, Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';

/** The database's clock. To read it after acquiring a lock, select it from a subquery that locks. */
export const dbNow = sql<string>`clock_timestamp()`;

/** Reads a clock: that of the database, which tests can move. */
export type Clock = (db: CompanyQueries | Kysely<Tables>) => Promise<string>;

export const readClock: Clock = async (db) => {
  const queries: Pick<CompanyQueries, 'selectNoFrom'> = db;
  const { clock } = await queries.selectNoFrom(dbNow.as('clock')).executeTakeFirstOrThrow();
  return clock;
};

/** Returns the database's clock, moved. For tests. */
export function movedClock(offsetMs: () => number): Clock {
  return async (db) => new Date(Date.parse(await readClock(db)) + offsetMs()).toISOString();
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
