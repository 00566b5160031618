import { tenantSlots } from '@pv-planning/server-kit';
import { asApiError } from '../sql/database-errors.ts';

/** Maximum number of connections for look-ups. */
export const lookUpConnections = 2;

/**
 * Reads whom a key or a link belongs to, or which companies exist. Callers take turns.
 *
 * @throws 503 `service_unavailable` while the database is away or too many wait; 429 `too_many_concurrent` if too many of the caller do, or
 *   one for too long
 */
export type LookUp = <T>(caller: string, read: () => Promise<T>) => Promise<T>;

/** Only what this service has made is looked up, and each key and link once for all requests that wait for it. */
export function createLookUp(): LookUp {
  const slots = tenantSlots({
    maxRunning: lookUpConnections,
    maxRunningPerTenant: 1,
    maxWaiting: 1_000,
    maxWaitingPerTenant: 100,
    maxWaitMs: 5_000,
    retryAfterSeconds: 5,
  });
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
