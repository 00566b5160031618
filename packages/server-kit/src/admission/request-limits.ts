import type { ServerResponse } from 'node:http';
import type { RequestLimit } from '../contract/contract.ts';
import { rateLimited } from '../errors/api-error.ts';
import { windowCounter } from './window-counter.ts';

/** Counts the requests of this process towards a limit. */
export interface RequestCounter {
  by: RequestLimit['by'];
  countsSuccesses: boolean;
  /** The item of the header `RateLimit-Policy`. */
  policy: string;
  /** Counts a request. Returns a function that undoes this. @throws 429 `rate_limited` */
  add(key: string): () => void;
  /** Returns the item of the header `RateLimit`. */
  remaining(key: string): string;
}

/** The limits on addresses and networks come first, and those of tenants last: one address cannot use up the requests of a whole tenant. */
const order: readonly RequestLimit['by'][] = ['address', 'network', 'caller', 'tenant-network', 'tenant'];

/** The sender of too many requests, for the error message. */
const whose: Readonly<Record<RequestLimit['by'], string>> = {
  address: 'from your network address',
  network: 'from your network',
  caller: 'with this link',
  'tenant-network': 'from your network to this company',
  tenant: 'from all customers to this company',
};

/** Limits in the order in which requests are counted. A request that one of them rejects does not count towards those after it. */
export function inCountingOrder(limits: readonly RequestLimit[]): RequestLimit[] {
  return limits.toSorted((one, other) => order.indexOf(one.by) - order.indexOf(other.by));
}

/**
 * Counts requests in windows that begin with a request. The headers follow the IETF RateLimit draft 11, which lists one item per
 * limit.
 */
function requestCounter({ name, by, requests, seconds, counts }: RequestLimit): RequestCounter {
  const windows = windowCounter(seconds * 1000);
  return {
    by,
    countsSuccesses: counts === 'successes',
    policy: `"${name}";q=${requests};w=${seconds}`,
    add(key) {
      const { count, secondsLeft, takeBack } = windows.add(key);
      if (count > requests) {
        takeBack();
        throw rateLimited(secondsLeft, whose[by]);
      }
      return takeBack;
    },
    remaining(key) {
      const { count, secondsLeft } = windows.read(key);
      return `"${name}";r=${requests - count};t=${secondsLeft}`;
    },
  };
}

/** Returns the counter of a limit, which is the same for equal limits of several operations or contracts. */
export function requestCounters(): (limit: RequestLimit) => RequestCounter {
  const counters = new Map<string, RequestCounter>();
  return (limit) => {
    const { name, by, requests, seconds, counts } = limit;
    const id = `${name} ${by} ${requests} ${seconds} ${counts}`;
    const counter = counters.get(id) ?? requestCounter(limit);
    counters.set(id, counter);
    return counter;
  };
}

/** The limits of one request. */
export interface AppliedLimits {
  /** Counts the request, unless the limit counts successes. @throws 429 `rate_limited` */
  apply(counter: RequestCounter, key: string): void;
  /**
   * Counts the request towards limits of successes, before it can succeed, so that concurrent requests cannot exceed them. Only the first
   * call counts. @throws 429 `rate_limited`
   */
  countSuccess(): void;
  /** Undoes `countSuccess` after the request has failed. */
  takeBackSuccess(): void;
  setHeaders(response: ServerResponse): void;
}

interface AppliedLimit {
  counter: RequestCounter;
  key: string;
  /** The header's item at the time of counting, with the same seconds as `Retry-After`. */
  counted?: string;
}

export function appliedLimits(): AppliedLimits {
  const applied: AppliedLimit[] = [];
  let successes: (() => void)[] | undefined;
  return {
    apply(counter, key) {
      const limit: AppliedLimit = { counter, key };
      applied.push(limit);
      if (counter.countsSuccesses) return;
      try {
        counter.add(key);
      } finally {
        limit.counted = counter.remaining(key);
      }
    },
    countSuccess() {
      if (successes) return;
      successes = [];
      for (const { counter, key } of applied) if (counter.countsSuccesses) successes.push(counter.add(key));
    },
    takeBackSuccess() {
      for (const takeBack of successes ?? []) takeBack();
      successes = [];
    },
    setHeaders(response) {
      if (applied.length === 0) return;
      response.setHeader('RateLimit-Policy', applied.map(({ counter }) => counter.policy).join(', '));
      const remaining = applied.map(({ counter, key, counted }) => counted ?? counter.remaining(key));
      response.setHeader('RateLimit', remaining.join(', '));
    },
  };
}
