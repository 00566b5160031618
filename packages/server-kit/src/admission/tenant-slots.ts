import { type ApiError, serviceUnavailable, tooManyConcurrent } from '../errors/api-error.ts';
import { type WaitingRequest, type WaitingRequests, waitingRequests } from './waiting-requests.ts';

export interface SlotLimits {
  /** Maximum number of requests that run concurrently: of all tenants, and of one. */
  maxRunning: number;
  maxRunningPerTenant: number;
  /** Per-tenant limit while other tenants are active (within the last second). Default: `maxRunningPerTenant`. */
  maxRunningPerTenantWhenContended?: number;
  /** Maximum number of running requests of groups of operations, of all tenants. Default: `maxRunning`. */
  maxRunningOfGroups?: number;
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

/** Requests of a tenant that are limited apart from its others. The tenant's own requests are never contention for them. */
export interface RequestShare {
  name: string;
  /** Limits the running requests of the share further. */
  maxRunning?: number;
  /** Whether these are the requests of a group of operations. */
  isGroup?: boolean;
  /** The network of the client. The networks of a share get slots in turn, and places among its waiting requests. */
  network?: string;
}

/**
 * Limits concurrent requests. Waiting requests get slots round-robin between tenants, within a share between networks, and otherwise in
 * order of arrival. In a full queue, a request of another network displaces the latest of the network that has most.
 */
export interface TenantSlots {
  /**
   * Waits for a slot.
   *
   * @param share default: the tenant's requests that belong to no share
   * @param isCommitted whether the request must be completed: it waits for as long as it takes, also in a full queue
   * @returns a function that releases the slot; later calls of it do nothing
   * @throws 429 `too_many_concurrent` if the tenant itself has too many requests, 503 `service_unavailable` if all tenants together
   *   have; the signal's reason if it is aborted while waiting
   */
  acquire(
    tenant: string,
    signal: AbortSignal,
    share?: RequestShare,
    isCommitted?: boolean,
  ): Promise<() => void>;
  /** Runs `work` in a slot. Throws as `acquire` does. */
  run<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>, share?: RequestShare): Promise<T>;
  /**
   * Counts the bytes of a response that the client has not read yet.
   *
   * @returns a function that is called when the response is read or given up
   */
  addUnread(tenant: string, bytes: number, share?: RequestShare): () => void;
}

/** The requests of a tenant that belong to the same share, or to none. */
interface TenantRequests {
  readonly id: string;
  readonly tenant: string;
  readonly maxRunning: number;
  readonly isGroup: boolean;
  running: number;
  unreadBytes: number;
  waiting: WaitingRequests;
}

/** While another tenant has started a request within this time, the limit for contention applies. */
const contentionMs = 1_000;

export function tenantSlots(limits: SlotLimits): TenantSlots {
  /** By id. The one that got a slot last comes last. */
  const requestsById = new Map<string, TenantRequests>();
  let running = 0;
  let runningOfGroups = 0;
  let unreadBytes = 0;
  let waiting = 0;
  const {
    maxRunningOfGroups = limits.maxRunning,
    maxUnreadBytes = Number.POSITIVE_INFINITY,
    maxUnreadBytesPerTenant = Number.POSITIVE_INFINITY,
  } = limits;

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

  const hasReachedOwnLimit = (requests: TenantRequests) =>
    requests.running >= Math.min(limitOf(requests.tenant), requests.maxRunning) || hasTooMuchUnread(requests);

  const canStart = (requests: TenantRequests) =>
    running < limits.maxRunning &&
    !(requests.isGroup && runningOfGroups >= maxRunningOfGroups) &&
    !hasReachedOwnLimit(requests);

  function requestsOf(tenant: string, share?: RequestShare): TenantRequests {
    const id = share ? `${tenant} ${share.name}` : tenant;
    const { maxRunning = Number.POSITIVE_INFINITY, isGroup = false } = share ?? {};
    return (
      requestsById.get(id) ?? {
        id,
        tenant,
        maxRunning,
        isGroup,
        running: 0,
        unreadBytes: 0,
        waiting: waitingRequests(),
      }
    );
  }

  function start(requests: TenantRequests): void {
    const { id, tenant, isGroup } = requests;
    requests.running += 1;
    running += 1;
    if (isGroup) runningOfGroups += 1;
    if (tenant !== latest) othersAt = latestAt;
    latest = tenant;
    latestAt = performance.now();
    requestsById.delete(id);
    requestsById.set(id, requests);
  }

  function removeIfIdle(requests: TenantRequests): void {
    if (requests.running === 0 && requests.unreadBytes === 0 && requests.waiting.size === 0)
      requestsById.delete(requests.id);
  }

  function startWaiting(): void {
    for (const requests of requestsById.values()) {
      const next = requests.waiting.next();
      // Moves the requests to the end of the map, so that the loop visits them again.
      if (next && canStart(requests)) next.start();
    }
  }

  function release(requests: TenantRequests): void {
    requests.running -= 1;
    running -= 1;
    if (requests.isGroup) runningOfGroups -= 1;
    removeIfIdle(requests);
    startWaiting();
  }

  function rejection(requests: TenantRequests): ApiError {
    const isOwnFault = hasReachedOwnLimit(requests) || requests.waiting.size >= limits.maxWaitingPerTenant;
    return isOwnFault
      ? tooManyConcurrent(limits.retryAfterSeconds)
      : serviceUnavailable(limits.retryAfterSeconds);
  }

  /** Makes a place among the waiting requests for one of a network. */
  function makePlace(requests: TenantRequests, network?: string): void {
    if (waiting < limits.maxWaiting && requests.waiting.size < limits.maxWaitingPerTenant) return;
    const displaced = requests.waiting.displacedBy(network);
    if (!displaced) throw rejection(requests);
    displaced.reject();
  }

  function wait(
    requests: TenantRequests,
    { network, isCommitted }: Pick<WaitingRequest, 'network' | 'isCommitted'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveQueue = () => {
      requests.waiting.remove(request);
      waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const begin = () => {
      leaveQueue();
      requests.waiting.endTurn(network);
      start(requests);
      resolve();
    };
    const fail = (reason: unknown) => {
      leaveQueue();
      removeIfIdle(requests);
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    // A slot can be free, because the limit for contention may have ended since.
    const expire = () => (canStart(requests) ? begin() : request.reject());
    const { maxWaitMs } = limits;
    const timer = isCommitted || maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs);
    const request = { network, isCommitted, start: begin, reject: () => fail(rejection(requests)) };
    signal.addEventListener('abort', abort);
    requests.waiting.add(request);
    waiting += 1;
    requestsById.set(requests.id, requests);
    return promise;
  }

  async function acquire(
    tenant: string,
    signal: AbortSignal,
    share?: RequestShare,
    isCommitted = false,
  ): Promise<() => void> {
    signal.throwIfAborted();
    const requests = requestsOf(tenant, share);
    if (canStart(requests)) start(requests);
    else {
      const network = share?.network;
      if (!isCommitted) makePlace(requests, network);
      await wait(requests, { network, isCommitted }, signal);
    }
    let isReleased = false;
    return () => {
      if (!isReleased) release(requests);
      isReleased = true;
    };
  }

  function addUnread(tenant: string, bytes: number, share?: RequestShare): () => void {
    const requests = requestsOf(tenant, share);
    requestsById.set(requests.id, requests);
    requests.unreadBytes += bytes;
    unreadBytes += bytes;
    return () => {
      requests.unreadBytes -= bytes;
      unreadBytes -= bytes;
      removeIfIdle(requests);
      startWaiting();
    };
  }

  return {
    acquire,
    async run(tenant, signal, work, share) {
      const releaseSlot = await acquire(tenant, signal, share);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
    addUnread,
  };
}
