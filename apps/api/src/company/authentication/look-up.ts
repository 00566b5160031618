import { slotRules } from '@pv-planning/fair-slots';
import { requestSlots } from '@pv-planning/server-kit';
import { asApiError } from '../../kernel/sql/database-errors.ts';

/**
 * Looks up the owner of a key or link, or companies. Companies take turns.
 *
 * @throws 503 `service_unavailable` while the database is away or too many wait; 429 `too_many_concurrent` if too many of the caller do, or
 *   one for too long
 */
export type LookUp = <T>(caller: string, read: () => Promise<T>) => Promise<T>;

/** Only credentials made by this service are looked up, each once for all requests that wait for it. */
export function createLookUp(): LookUp {
  const slots = requestSlots(slotRules.lookUps);
  // Requests share look-ups, so the end of one request does not abort them. Their wait is limited instead.
  const { signal } = new AbortController();
  return async (caller, read) => {
    try {
      return await slots.run(caller, signal, read);
    } catch (error) {
      throw asApiError(error);
    }
  };
}
