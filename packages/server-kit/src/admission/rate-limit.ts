import { rateLimited } from '../errors/api-error.ts';
import { windowCounter } from './window-counter.ts';

const windowSeconds = 60;

/** Counts a request and returns the headers of its response. @throws 429 `rate_limited` with the same headers */
export type RateLimit = (rateLimitKey: string) => Readonly<Record<string, string>>;

/**
 * Limits the requests of each caller to this process, in windows of a minute that begin with a request. The headers follow the
 * IETF RateLimit draft 11.
 */
export function rateLimit(requestsPerMinute: number): RateLimit {
  const requests = windowCounter(windowSeconds * 1000);
  const policy = `"default";q=${requestsPerMinute};w=${windowSeconds}`;
  return (rateLimitKey) => {
    const { count, secondsLeft } = requests.add(rateLimitKey);
    const remaining = Math.max(0, requestsPerMinute - count);
    const headers = { 'RateLimit-Policy': policy, RateLimit: `"default";r=${remaining};t=${secondsLeft}` };
    if (count > requestsPerMinute) throw rateLimited(secondsLeft, { headers });
    return headers;
  };
}
