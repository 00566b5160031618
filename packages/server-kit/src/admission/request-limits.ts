import type { ServerResponse } from 'node:http';
import type { RequestLimit } from '../contract/contract.ts';
import { rateLimited } from '../errors/api-error.ts';
import { windowCounter } from './window-counter.ts';

/** Counts the requests of this process towards a limit. */
export interface RequestCounter {
  by: RequestLimit['by'];
  /** Counts a request and adds the headers of its response. @throws 429 `rate_limited` */
  count(key: string, response: ServerResponse): void;
}

/** The limits on addresses come first, and those of tenants last: one address cannot use up the requests of a whole tenant. */
const order: readonly RequestLimit['by'][] = ['address', 'caller', 'tenant'];

/** Limits in the order in which requests are counted. A request that one of them rejects does not count towards those after it. */
export function inCountingOrder(limits: readonly RequestLimit[]): RequestLimit[] {
  return limits.toSorted((one, other) => order.indexOf(one.by) - order.indexOf(other.by));
}

/**
 * Counts requests in windows that begin with a request. The headers follow the IETF RateLimit draft 11, which lists one item per
 * limit.
 */
function requestCounter({ name, by, requests, seconds }: RequestLimit): RequestCounter {
  const windows = windowCounter(seconds * 1000);
  const policy = `"${name}";q=${requests};w=${seconds}`;
  return {
    by,
    count(key, response) {
      const { count, secondsLeft } = windows.add(key);
      const remaining = Math.max(0, requests - count);
      response.appendHeader('RateLimit-Policy', policy);
      response.appendHeader('RateLimit', `"${name}";r=${remaining};t=${secondsLeft}`);
      if (count > requests) throw rateLimited(secondsLeft);
    },
  };
}

/** Returns the counter of a limit, which is the same for equal limits of several operations or contracts. */
export function requestCounters(): (limit: RequestLimit) => RequestCounter {
  const counters = new Map<string, RequestCounter>();
  return (limit) => {
    const { name, by, requests, seconds } = limit;
    const id = `${name} ${by} ${requests} ${seconds}`;
    const counter = counters.get(id) ?? requestCounter(limit);
    counters.set(id, counter);
    return counter;
  };
}
