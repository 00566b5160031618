import { rateLimited } from './api-error.ts';

/** Maximum number of tenants processed concurrently. Each holds a body in memory and a database connection. */
const maxRunning = 8;
/** Maximum number of waiting requests. Their bodies have not been read. */
const maxWaiting = 100;
const maxWaitingOfTenant = 10;
const retrySeconds = 10;

interface Place {
  tenant: string;
  begin: () => void;
}

/** Runs the requests of a tenant one at a time, in order of arrival, and those of several tenants concurrently. */
export interface Turns {
  /**
   * Waits until the tenant has a free slot.
   *
   * @returns a function that releases the slot
   * @throws 429 `rate_limited` if too many requests of the tenant or of all tenants are waiting; the signal's reason if it is
   *   aborted while waiting
   */
  take(tenant: string, signal: AbortSignal): Promise<() => void>;
}

export function turns(): Turns {
  const running = new Set<string>();
  const waiting = new Set<Place>();

  function startWaiting(): void {
    for (const place of waiting) {
      if (running.size === maxRunning) return;
      if (running.has(place.tenant)) continue;
      waiting.delete(place);
      running.add(place.tenant);
      place.begin();
    }
  }

  return {
    async take(tenant, signal) {
      signal.throwIfAborted();
      const ofTenant = [...waiting].filter((place) => place.tenant === tenant);
      if (waiting.size >= maxWaiting || ofTenant.length >= maxWaitingOfTenant)
        throw rateLimited(retrySeconds);
      await new Promise<void>((resolve, reject) => {
        const place: Place = { tenant, begin: resolve };
        waiting.add(place);
        signal.addEventListener('abort', () => {
          if (waiting.delete(place)) reject(signal.reason);
        });
        startWaiting();
      });
      return () => {
        running.delete(tenant);
        startWaiting();
      };
    },
  };
}
