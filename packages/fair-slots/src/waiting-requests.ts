/** A request that waits for a slot. */
export interface WaitingRequest {
  /** The network of its client. Default: a shared one. */
  network?: string | undefined;
  isCommitted: boolean;
  start(): void;
  reject(): void;
}

/** Requests that get slots round-robin between networks, and in order of arrival within one. */
export interface WaitingRequests {
  readonly size: number;
  /** Returns the request that gets the next slot. */
  next(): WaitingRequest | undefined;
  add(request: WaitingRequest): void;
  remove(request: WaitingRequest): void;
  /** Moves the network behind all others. */
  endTurn(network?: string): void;
  /**
   * Returns the request that a new one of a network displaces: the latest of the network with the most waiting requests, unless
   * the new request's network would then have more. If no network has several, a random request is displaced for a network
   * without any: otherwise, as many networks as there are places could lock out all others.
   */
  displacedBy(network?: string): WaitingRequest | undefined;
}

export function waitingRequests(): WaitingRequests {
  /** The network that got a slot last comes last. */
  const byNetwork = new Map<string, Set<WaitingRequest>>();
  let size = 0;
  const requestsOf = (network = '') => byNetwork.get(network) ?? new Set<WaitingRequest>();
  return {
    get size() {
      return size;
    },
    next() {
      const [requests] = byNetwork.values();
      const [request] = requests ?? [];
      return request;
    },
    add(request) {
      byNetwork.set(request.network ?? '', requestsOf(request.network).add(request));
      size += 1;
    },
    remove(request) {
      const requests = requestsOf(request.network);
      if (requests.delete(request)) size -= 1;
      if (requests.size === 0) byNetwork.delete(request.network ?? '');
    },
    endTurn(network = '') {
      const requests = requestsOf(network);
      if (byNetwork.delete(network)) byNetwork.set(network, requests);
    },
    displacedBy(network) {
      const [most, ...others] = [...byNetwork.values()].sort((one, other) => other.size - one.size);
      const own = requestsOf(network).size;
      const displaceable = (requests: Set<WaitingRequest>) =>
        [...requests].filter(({ isCommitted }) => !isCommitted);
      if (most && most.size - 1 > own) return displaceable(most).at(-1);
      if (!most || own > 0) return undefined;
      const all = [most, ...others].flatMap(displaceable);
      return all[Math.floor(Math.random() * all.length)];
    },
  };
}
