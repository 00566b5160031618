import { slotRules } from '@pv-planning/fair-slots';
import { requestSlots } from '@pv-planning/server-kit';
import { asApiError } from '../../kernel/sql/database-errors.ts';

/**
 * Reads whom a key or a link belongs to, or which companies exist. Callers take turns.
 *
 * @throws 503 `service_unavailable` while the database is away or too many wait; 429 `too_many_concurrent` if too many of the caller do, or
 *   one for too long
 */
export type LookUp = <T>(caller: string, read: () => Promise<T>) => Promise<T>;

/** Only what this service has made is looked up, and each key and link once for all requests that wait for it. */
export function createLookUp(): LookUp {
  const slots = requestSlots(slotRules.lookUps);
  // Several requests can share a look-up, so that none of them ends it. Its wait is limited instead.
  const { signal } = new AbortController();
  return async (caller, read) => {
    try {
      return await slots.run(caller, signal, read);
    } catch (error) {
      throw asApiError(error);
    }
  };
}
