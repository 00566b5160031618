import { rateLimited } from './api-error.ts';

/** Tenants. Each of them holds a body in memory and a connection to the database, of which others need some too. */
const maxAtWork = 8;
/** Requests. Nothing of their bodies has been read. */
const maxWaiting = 100;
const maxWaitingOfTenant = 10;
const retrySeconds = 10;

interface Place {
  tenant: string;
  begin: () => void;
}

/** Lets the requests of a tenant in one after the other, as they came, and those of some tenants side by side. */
export interface Turns {
  /**
   * Waits for the turn of a tenant.
   *
   * @returns what ends the turn
   * @throws 429 `rate_limited` when ten of the tenant wait already, or a hundred of all; the signal's reason once it is aborted
   */
  take(tenant: string, signal: AbortSignal): Promise<() => void>;
}

export function turns(): Turns {
  const atWork = new Set<string>();
  const waiting = new Set<Place>();

  function letIn(): void {
    for (const place of waiting) {
      if (atWork.size === maxAtWork) return;
      if (atWork.has(place.tenant)) continue;
      waiting.delete(place);
      atWork.add(place.tenant);
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
        letIn();
      });
      return () => {
        atWork.delete(tenant);
        letIn();
      };
    },
  };
}
