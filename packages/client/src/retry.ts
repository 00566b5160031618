const firstBackoffMs = 500;
const longestBackoffMs = 8000;

/**
 * What a failed attempt tells about repeating it. `unchanged`: it surely changed nothing. `unknown`: it may have been
 * carried out. `final`: a repeat would be refused the same way.
 *
 * @param status `undefined` when no answer came
 */
export function effectOf(status: number | undefined, error?: string): 'unchanged' | 'unknown' | 'final' {
  if (status === 429 || error === 'idempotency_in_progress') return 'unchanged';
  return status === undefined || (status >= 502 && status <= 504) ? 'unknown' : 'final';
}

/** Exponential backoff with full jitter, in milliseconds. `attempt` counts from 0. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempt);
}

/**
 * The wait that `Retry-After` asks for, in milliseconds. A date is read against the server's own clock where `Date`
 * tells it.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds)
    ? Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now())
    : seconds * 1000;
  return wait >= 0 ? wait : undefined;
}
