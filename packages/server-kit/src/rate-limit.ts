import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './api-error.ts';

const windowSeconds = 60;

/** Counts a request and returns the headers of its response. @throws 429 `rate_limited` with the same headers */
export type RateLimit = (countedBy: string) => Promise<Readonly<Record<string, string>>>;

/** Limits the requests of each caller to this process. The headers follow the IETF RateLimit draft 11. */
export function rateLimit(requestsPerMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds });
  const policy = `"default";q=${requestsPerMinute};w=${windowSeconds}`;
  const headers = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    'RateLimit-Policy': policy,
    RateLimit: `"default";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  });
  return async (countedBy) => {
    try {
      return headers(await limiter.consume(countedBy));
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      const seconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
      throw rateLimited(seconds, { headers: headers(exceeded) });
    }
  };
}
