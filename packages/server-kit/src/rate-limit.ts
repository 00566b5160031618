import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './api-error.ts';

const windowSeconds = 60;

/** Counts a request; resolves to the headers of its answer. Throws 429 `rate_limited`, which has them too. */
export type RateLimit = (countedBy: string) => Promise<Readonly<Record<string, string>>>;

/** A limit for each caller, counted in this process. The header values are those of the IETF RateLimit draft 11. */
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
