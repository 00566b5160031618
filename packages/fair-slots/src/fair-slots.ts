import { amountOf, type SlotRule } from './slot-rules.ts';
import { type WaitingRequest, type WaitingRequests, waitingRequests } from './waiting-requests.ts';

/**
 * Requests of a company with a limit separate from its other requests. Requests of the same company never count as contention.
 */
export interface Share {
  name: string;
  isAnonymous?: boolean;
  /** Whether these are the requests of a group of operations. */
  isGroup?: boolean;
  /** The network of the client. The networks of a share get slots in turn, and places among its waiting requests. */
  network?: string;
}

/** Creates the error of a request that gets no slot and can be retried after some seconds. */
export type Refusal = (
  code: 'too_many_concurrent' | 'service_unavailable',
  retryAfterSeconds: number,
) => Error;

/**
 * Limits concurrent work by a rule. Waiting requests get slots round-robin between companies, within a share between networks,
 * and otherwise in order of arrival. In a full queue, a request of another network displaces one: see `displacedBy`.
 */
export interface FairSlots {
  /**
   * Waits for a slot.
   *
   * @param share default: the company's requests that belong to no share
   * @param isCommitted whether the request must be completed: it waits for as long as it takes, also in a full queue
   * @returns a function that releases the slot; later calls of it do nothing
   * @throws the refusal `too_many_concurrent` if the company itself has too many requests, `service_unavailable` if all companies together
   *   have; the signal's reason if it is aborted while waiting
   */
  acquire(company: string, signal: AbortSignal, share?: Share, isCommitted?: boolean): Promise<() => void>;
  /** Runs `work` in a slot. Throws as `acquire` does. */
  run<T>(company: string, signal: AbortSignal, work: () => Promise<T>, share?: Share): Promise<T>;
  /**
   * Counts the bytes of a response that the client has not read yet.
   *
   * @returns a function to call when the response has been read or abandoned
   */
  addUnread(company: string, bytes: number, share?: Share): () => void;
  /** Number of free slots. */
  free(): number;
  /** Number of slots that a company can have now; at most 0 if it has reached its limit. */
  freeFor(company: string): number;
  /** Acquires free slots before the number of used ones is known. */
  reserve(company: string, slots: number): void;
  /** Marks the beginning of work in a reserved slot. */
  begin(company: string): void;
  releaseReserved(company: string, slots: number): void;
}

/** The requests of a company that belong to the same share, or to none. */
interface Requests {
  readonly id: string;
  readonly company: string;
  readonly isAnonymous: boolean;
  readonly isGroup: boolean;
  running: number;
  unreadBytes: number;
  waiting: WaitingRequests;
}

/** Another company that has begun something within this time is active. */
const contentionMs = 1_000;

const anyNumber = Number.POSITIVE_INFINITY;

/** Shared by companies without waiting requests, as is usual for deliveries. */
const noneWaiting = waitingRequests();

const plainRefusal: Refusal = (code) => new Error(code);

export function fairSlots(rule: SlotRule, refuse = plainRefusal): FairSlots {
  const { slots, ofCompany = slots, whileOthersRun = ofCompany } = rule;
  const { waiting: maxWaiting = anyNumber, waitingOfCompany = anyNumber, maxWaitMs } = rule;
  const { unreadBytes: maxUnread = anyNumber, unreadBytesOfCompany = anyNumber } = rule;
  const amount = (of: SlotRule['ofCompany'] = anyNumber) => amountOf(of, slots);
  const usual = amount(ofCompany);
  const contended = amount(whileOthersRun);
  const maxAnonymous = amount(rule.ofAnonymous)(slots);
  const maxOfGroups = amount(rule.ofGroups)(slots);
  const leavesRest = String(whileOthersRun).endsWith('rest');

  /** By id. The one that got a slot last comes last. */
  const requestsById = new Map<string, Requests>();
  let running = 0;
  let runningOfGroups = 0;
  let unreadBytes = 0;
  let waiting = 0;

  /** The company that last began work, the time of that, and the latest time of any other company. */
  let latest = '';
  let latestAt = Number.NEGATIVE_INFINITY;
  let othersAt = Number.NEGATIVE_INFINITY;

  function begin(company: string): void {
    if (company !== latest) othersAt = latestAt;
    latest = company;
    latestAt = performance.now();
  }

  /** @param own the slots that the company has */
  function limitOf(company: string, own: number): number {
    const ofOthers = running - own;
    const othersBeganAt = company === latest ? othersAt : latestAt;
    const isContended = (leavesRest && ofOthers > 0) || performance.now() - othersBeganAt < contentionMs;
    return (isContended ? contended : usual)(slots - ofOthers);
  }

  const hasTooMuchUnread = (requests: Requests) =>
    requests.unreadBytes >= unreadBytesOfCompany || (requests.unreadBytes > 0 && unreadBytes >= maxUnread);

  const hasReachedOwnLimit = (requests: Requests) =>
    requests.running >= limitOf(requests.company, requests.running) ||
    (requests.isAnonymous && requests.running >= maxAnonymous) ||
    hasTooMuchUnread(requests);

  const canStart = (requests: Requests) =>
    running < slots && !(requests.isGroup && runningOfGroups >= maxOfGroups) && !hasReachedOwnLimit(requests);

  /** @throws for a share of a company if the rule's amounts are relative to the rest */
  function requestsOf(company: string, share?: Share): Requests {
    if (share && leavesRest) throw new Error('Slots of the rest are not counted for shares of a company.');
    const id = share ? `${company} ${share.name}` : company;
    const known = requestsById.get(id);
    if (known) return known;
    const { isAnonymous = false, isGroup = false } = share ?? {};
    return { id, company, isAnonymous, isGroup, running: 0, unreadBytes: 0, waiting: noneWaiting };
  }

  function take(requests: Requests, count: number): void {
    requests.running += count;
    running += count;
    if (requests.isGroup) runningOfGroups += count;
    requestsById.delete(requests.id);
    requestsById.set(requests.id, requests);
  }

  function start(requests: Requests): void {
    take(requests, 1);
    begin(requests.company);
  }

  function removeIfIdle(requests: Requests): void {
    if (requests.running === 0 && requests.unreadBytes === 0 && requests.waiting.size === 0)
      requestsById.delete(requests.id);
  }

  function startWaiting(): void {
    if (waiting === 0) return;
    for (const requests of requestsById.values()) {
      const next = requests.waiting.next();
      // Moves the requests to the end of the map, so that the loop visits them again.
      if (next && canStart(requests)) next.start();
    }
  }

  function release(requests: Requests, count: number): void {
    requests.running -= count;
    running -= count;
    if (requests.isGroup) runningOfGroups -= count;
    removeIfIdle(requests);
    startWaiting();
  }

  function refusal(requests: Requests): Error {
    const isOwnFault = hasReachedOwnLimit(requests) || requests.waiting.size >= waitingOfCompany;
    return refuse(isOwnFault ? 'too_many_concurrent' : 'service_unavailable', rule.retryAfterSeconds ?? 0);
  }

  /** Makes room among the waiting requests for one of a network. */
  function makePlace(requests: Requests, network?: string): void {
    if (waiting < maxWaiting && requests.waiting.size < waitingOfCompany) return;
    const displaced = requests.waiting.displacedBy(network);
    if (!displaced) throw refusal(requests);
    displaced.reject();
  }

  function wait(
    requests: Requests,
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
    const startNow = () => {
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
    // A slot may be free, because the contention may have ended since.
    const expire = () => (canStart(requests) ? startNow() : request.reject());
    const timer = isCommitted || maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs);
    const request = { network, isCommitted, start: startNow, reject: () => fail(refusal(requests)) };
    signal.addEventListener('abort', abort);
    if (requests.waiting === noneWaiting) requests.waiting = waitingRequests();
    requests.waiting.add(request);
    waiting += 1;
    requestsById.set(requests.id, requests);
    return promise;
  }

  async function acquire(
    company: string,
    signal: AbortSignal,
    share?: Share,
    isCommitted = false,
  ): Promise<() => void> {
    signal.throwIfAborted();
    const requests = requestsOf(company, share);
    if (canStart(requests)) start(requests);
    else {
      const network = share?.network;
      if (!isCommitted) makePlace(requests, network);
      await wait(requests, { network, isCommitted }, signal);
    }
    let isReleased = false;
    return () => {
      if (!isReleased) release(requests, 1);
      isReleased = true;
    };
  }

  function addUnread(company: string, bytes: number, share?: Share): () => void {
    const requests = requestsOf(company, share);
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
    async run(company, signal, work, share) {
      const releaseSlot = await acquire(company, signal, share);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
    addUnread,
    free: () => slots - running,
    freeFor(company) {
      const own = requestsById.get(company)?.running ?? 0;
      return Math.min(slots - running, limitOf(company, own) - own);
    },
    reserve: (company, count) => take(requestsOf(company), count),
    begin,
    releaseReserved: (company, count) => release(requestsOf(company), count),
  };
}
