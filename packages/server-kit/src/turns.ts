import { rateLimited, serviceUnavailable } from './api-error.ts';

export interface TurnLimits {
  /** Maximum number of requests that run concurrently: of all tenants, and of one. */
  running: number;
  runningOfTenant: number;
  /** The same of one tenant if another began a request within the last second. Default: `runningOfTenant`. */
  runningBesideOthers?: number;
  /** Maximum number of requests that wait: of all tenants, and of one. */
  waiting: number;
  waitingOfTenant: number;
  /** Maximum wait in milliseconds. Default: as long as the client waits. */
  waitMs?: number;
  /** `Retry-After` of a request that may not wait, or no longer. */
  retrySeconds: number;
}

/** Lets a limited number of requests run: those of a tenant in order of arrival, and tenants in turn. */
export interface Turns {
  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn
   * @throws 429 `rate_limited` if the tenant itself has too many requests, 503 `service_unavailable` if all tenants together
   *   have; the signal's reason if it is aborted while waiting
   */
  take(tenant: string, signal: AbortSignal): Promise<() => void>;
  /** Runs `work` in a turn. Throws as `take` does. */
  run<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** The requests of a tenant. */
interface Share {
  running: number;
  /** Functions that begin the waiting requests. */
  waiting: Set<() => void>;
}

export function turns(limits: TurnLimits): Turns {
  /** Shares with requests. The tenant that was served last comes last. */
  const shares = new Map<string, Share>();
  let running = 0;
  let waiting = 0;

  /** The tenant that began a request last, when it did, and when another one did last. */
  let latest = '';
  let latestAt = Number.NEGATIVE_INFINITY;
  let anotherAt = Number.NEGATIVE_INFINITY;

  function limitOf(tenant: string): number {
    const othersAt = tenant === latest ? anotherAt : latestAt;
    const { runningOfTenant, runningBesideOthers = runningOfTenant } = limits;
    return performance.now() - othersAt < 1_000 ? runningBesideOthers : runningOfTenant;
  }

  const mayStart = (tenant: string, share: Share) =>
    running < limits.running && share.running < limitOf(tenant);

  function start(tenant: string, share: Share): void {
    share.running += 1;
    running += 1;
    if (tenant !== latest) anotherAt = latestAt;
    latest = tenant;
    latestAt = performance.now();
    shares.delete(tenant);
    shares.set(tenant, share);
  }

  function forgetIdle(tenant: string, share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(tenant);
  }

  function end(tenant: string, share: Share): void {
    share.running -= 1;
    running -= 1;
    forgetIdle(tenant, share);
    for (const [waitingTenant, next] of shares) {
      const [begin] = next.waiting;
      // The tenant then comes last, and is visited again.
      if (begin && mayStart(waitingTenant, next)) begin();
    }
  }

  function refusal(tenant: string, { running, waiting }: Share) {
    const isOwnFault = running >= limitOf(tenant) || waiting.size >= limits.waitingOfTenant;
    return isOwnFault ? rateLimited(limits.retrySeconds) : serviceUnavailable(limits.retrySeconds);
  }

  function wait(tenant: string, share: Share, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      share.waiting.delete(begin);
      waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    const begin = () => {
      leave();
      start(tenant, share);
      resolve();
    };
    const fail = (reason: unknown) => {
      leave();
      forgetIdle(tenant, share);
      reject(reason);
    };
    const giveUp = () => fail(signal.reason);
    const expire = () => fail(refusal(tenant, share));
    const timer = limits.waitMs === undefined ? undefined : setTimeout(expire, limits.waitMs);
    signal.addEventListener('abort', giveUp);
    share.waiting.add(begin);
    waiting += 1;
    shares.set(tenant, share);
    return promise;
  }

  async function take(tenant: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const share = shares.get(tenant) ?? { running: 0, waiting: new Set() };
    if (mayStart(tenant, share)) start(tenant, share);
    else if (waiting >= limits.waiting || share.waiting.size >= limits.waitingOfTenant)
      throw refusal(tenant, share);
    else await wait(tenant, share, signal);
    return () => end(tenant, share);
  }

  return {
    take,
    async run(tenant, signal, work) {
      const endTurn = await take(tenant, signal);
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
