import { tenantSlots } from '@pv-planning/server-kit';
import { asApiError } from '../sql/database-errors.ts';

/** Maximum number of connections for look-ups. */
export const lookUpConnections = 2;

/**
 * Reads whom a key or a link belongs to, or which companies exist. Callers take turns.
 *
 * @throws 503 `service_unavailable` while the database is away
 */
export type LookUp = <T>(caller: string, read: () => Promise<T>) => Promise<T>;

/** Nobody waits for more than the requests whose key or link was made by this service: the others are rejected before. */
export function createLookUp(): LookUp {
  const slots = tenantSlots({
    maxRunning: lookUpConnections,
    maxRunningPerTenant: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerTenant: Number.POSITIVE_INFINITY,
    retryAfterSeconds: 5,
  });
  const { signal } = new AbortController();
  return async (caller, read) => {
    try {
      return await slots.run(caller, signal, read);
    } catch (error) {
      throw asApiError(error);
    }
  };
}
