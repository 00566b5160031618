import { rateLimited } from '../errors/api-error.ts';

const windowMs = 60_000;

/** Counts a request and returns the headers of its response. @throws 429 `rate_limited` with the same headers */
export type RateLimit = (rateLimitKey: string) => Readonly<Record<string, string>>;

/** The requests of one caller since its window began. */
interface Window {
  used: number;
  /** By the monotonic clock, so that changes of the system time do not move the end of a window. */
  endsAt: number;
}

/**
 * Limits the requests of each caller to this process, in windows of a minute that begin with a request. The headers follow the
 * IETF RateLimit draft 11.
 */
export function rateLimit(requestsPerMinute: number): RateLimit {
  /** In the order in which they end. */
  const windows = new Map<string, Window>();
  const policy = `"default";q=${requestsPerMinute};w=${windowMs / 1000}`;

  function removeEnded(now: number): void {
    for (const [rateLimitKey, { endsAt }] of windows) {
      if (endsAt > now) return;
      windows.delete(rateLimitKey);
    }
  }

  return (rateLimitKey) => {
    // Whole milliseconds avoid rounding errors: (now + windowMs) - now could exceed windowMs.
    const now = Math.floor(performance.now());
    removeEnded(now);
    const window = windows.get(rateLimitKey) ?? { used: 0, endsAt: now + windowMs };
    windows.set(rateLimitKey, window);
    window.used += 1;
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    const remaining = Math.max(0, requestsPerMinute - window.used);
    const headers = { 'RateLimit-Policy': policy, RateLimit: `"default";r=${remaining};t=${seconds}` };
    if (window.used > requestsPerMinute) throw rateLimited(seconds, { headers });
    return headers;
  };
}
