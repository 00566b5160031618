import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';

/** Runs `work` in the current transaction, or in a new one if there is none. */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely) : kysely.transaction().execute(work);
}
