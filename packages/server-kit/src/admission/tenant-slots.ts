import { type ApiError, rateLimited, serviceUnavailable } from '../errors/api-error.ts';

export interface SlotLimits {
  /** Maximum number of requests that run concurrently: of all tenants, and of one. */
  maxRunning: number;
  maxRunningPerTenant: number;
  /** Per-tenant limit while other tenants are active (within the last second). Default: `maxRunningPerTenant`. */
  maxRunningPerTenantWhenContended?: number;
  /** Maximum number of requests that wait for a slot: of all tenants, and of one. */
  maxWaiting: number;
  maxWaitingPerTenant: number;
  /**
   * Bytes of responses that clients have not read yet. Above the first limit, for all tenants together, requests of tenants with such
   * responses do not start; above the second, those of the tenant. Default: no limit.
   */
  maxUnreadBytes?: number;
  maxUnreadBytesPerTenant?: number;
  /** Maximum wait in milliseconds. Default: until the client disconnects. */
  maxWaitMs?: number;
  /** `Retry-After` of a rejected request. */
  retryAfterSeconds: number;
}

/** Limits concurrent requests. Waiting requests get slots in order of arrival within a tenant, and round-robin between tenants. */
export interface TenantSlots {
  /**
   * Waits for a slot.
   *
   * @param maxRunning limits the running requests of this tenant further
   * @returns a function that releases the slot; later calls of it do nothing
   * @throws 429 `rate_limited` if the tenant itself has too many requests, 503 `service_unavailable` if all tenants together
   *   have; the signal's reason if it is aborted while waiting
   */
  acquire(tenant: string, signal: AbortSignal, maxRunning?: number): Promise<() => void>;
  /** Runs `work` in a slot. Throws as `acquire` does. */
  run<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /**
   * Counts the bytes of a response that the client has not read yet.
   *
   * @returns a function that is called when the response is read or given up
   */
  addUnread(tenant: string, bytes: number): () => void;
}

/** The requests of a tenant. */
interface TenantRequests {
  running: number;
  maxRunning: number;
  unreadBytes: number;
  /** Functions that start the waiting requests. */
  waiting: Set<() => void>;
}

/** While another tenant has started a request within this time, the limit for contention applies. */
const contentionMs = 1_000;

export function tenantSlots(limits: SlotLimits): TenantSlots {
  /** Tenants with requests. The one that got a slot last comes last. */
  const tenants = new Map<string, TenantRequests>();
  let running = 0;
  let unreadBytes = 0;
  let waiting = 0;
  const { maxUnreadBytes = Number.POSITIVE_INFINITY, maxUnreadBytesPerTenant = Number.POSITIVE_INFINITY } =
    limits;

  /** The tenant that started the latest request, that time, and the latest start of any other tenant. */
  let latest = '';
  let latestAt = Number.NEGATIVE_INFINITY;
  let othersAt = Number.NEGATIVE_INFINITY;

  function limitOf(tenant: string): number {
    const { maxRunningPerTenant, maxRunningPerTenantWhenContended = maxRunningPerTenant } = limits;
    const startOfOthers = tenant === latest ? othersAt : latestAt;
    const isContended = performance.now() - startOfOthers < contentionMs;
    return isContended ? maxRunningPerTenantWhenContended : maxRunningPerTenant;
  }

  const hasTooMuchUnread = (requests: TenantRequests) =>
    requests.unreadBytes >= maxUnreadBytesPerTenant ||
    (requests.unreadBytes > 0 && unreadBytes >= maxUnreadBytes);

  const hasReachedOwnLimit = (tenant: string, requests: TenantRequests) =>
    requests.running >= Math.min(limitOf(tenant), requests.maxRunning) || hasTooMuchUnread(requests);

  const canStart = (tenant: string, requests: TenantRequests) =>
    running < limits.maxRunning && !hasReachedOwnLimit(tenant, requests);

  function requestsOf(tenant: string): TenantRequests {
    return (
      tenants.get(tenant) ?? {
        running: 0,
        maxRunning: Number.POSITIVE_INFINITY,
        unreadBytes: 0,
        waiting: new Set(),
      }
    );
  }

  function start(tenant: string, requests: TenantRequests): void {
    requests.running += 1;
    running += 1;
    if (tenant !== latest) othersAt = latestAt;
    latest = tenant;
    latestAt = performance.now();
    tenants.delete(tenant);
    tenants.set(tenant, requests);
  }

  function removeIfIdle(tenant: string, requests: TenantRequests): void {
    if (requests.running === 0 && requests.unreadBytes === 0 && requests.waiting.size === 0)
      tenants.delete(tenant);
  }

  function startWaiting(): void {
    for (const [waitingTenant, next] of tenants) {
      const [startNext] = next.waiting;
      // Moves the tenant to the end of the map, so that the loop visits it again.
      if (startNext && canStart(waitingTenant, next)) startNext();
    }
  }

  function release(tenant: string, requests: TenantRequests): void {
    requests.running -= 1;
    running -= 1;
    removeIfIdle(tenant, requests);
    startWaiting();
  }

  function rejection(tenant: string, requests: TenantRequests): ApiError {
    const isOwnFault =
      hasReachedOwnLimit(tenant, requests) || requests.waiting.size >= limits.maxWaitingPerTenant;
    return isOwnFault ? rateLimited(limits.retryAfterSeconds) : serviceUnavailable(limits.retryAfterSeconds);
  }

  function wait(tenant: string, requests: TenantRequests, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveQueue = () => {
      requests.waiting.delete(begin);
      waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const begin = () => {
      leaveQueue();
      start(tenant, requests);
      resolve();
    };
    const fail = (reason: unknown) => {
      leaveQueue();
      removeIfIdle(tenant, requests);
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    // A slot can be free, because the limit for contention may have ended since.
    const expire = () => (canStart(tenant, requests) ? begin() : fail(rejection(tenant, requests)));
    const timer = limits.maxWaitMs === undefined ? undefined : setTimeout(expire, limits.maxWaitMs);
    signal.addEventListener('abort', abort);
    requests.waiting.add(begin);
    waiting += 1;
    tenants.set(tenant, requests);
    return promise;
  }

  async function acquire(
    tenant: string,
    signal: AbortSignal,
    maxRunning = Number.POSITIVE_INFINITY,
  ): Promise<() => void> {
    signal.throwIfAborted();
    const requests = requestsOf(tenant);
    requests.maxRunning = maxRunning;
    if (canStart(tenant, requests)) start(tenant, requests);
    else if (waiting >= limits.maxWaiting || requests.waiting.size >= limits.maxWaitingPerTenant)
      throw rejection(tenant, requests);
    else await wait(tenant, requests, signal);
    let isReleased = false;
    return () => {
      if (!isReleased) release(tenant, requests);
      isReleased = true;
    };
  }

  function addUnread(tenant: string, bytes: number): () => void {
    const requests = requestsOf(tenant);
    tenants.set(tenant, requests);
    requests.unreadBytes += bytes;
    unreadBytes += bytes;
    return () => {
      requests.unreadBytes -= bytes;
      unreadBytes -= bytes;
      removeIfIdle(tenant, requests);
      startWaiting();
    };
  }

  return {
    acquire,
    async run(tenant, signal, work) {
      const releaseSlot = await acquire(tenant, signal);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
    addUnread,
  };
}
