import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';

/** Runs `work` in the transaction under way, or else in a new one. */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely) : kysely.transaction().execute(work);
}
