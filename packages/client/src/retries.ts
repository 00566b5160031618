import { ApiError, type PvPlanningError } from './errors.ts';

const firstBackoffMs = 500;
const maxBackoffMs = 8000;

/** Statuses that are worth a retry; `undefined` means no response. */
const transient: (number | undefined)[] = [undefined, 429, 500, 502, 503, 504];

function isRefusal(error: PvPlanningError, code: ApiError['error']): boolean {
  return error instanceof ApiError && error.error === code;
}

/**
 * Whether the service may have processed the failed attempt. The service itself sends 429 and `service_unavailable` only if it has
 * changed nothing; a 503 of a proxy says nothing about that.
 */
export function mayHaveTakenEffect(error: PvPlanningError): boolean {
  const changedNothing = error.status === 429 || isRefusal(error, 'service_unavailable');
  return !changedNothing && transient.includes(error.status);
}

/** Milliseconds to wait before the next attempt; `undefined` if there is none. */
export type NextWait = (error: PvPlanningError) => number | undefined;

/**
 * Plans the retries of one call: exponential backoff with full jitter, added to `Retry-After`.
 *
 * @param repeatable whether the request is safe to send twice
 */
export function planRetries(maxRetries: number, repeatable: boolean): NextWait {
  let attempts = 0;
  let failures = 0;
  return (error) => {
    const waiting = isRefusal(error, 'idempotency_in_progress');
    if (!waiting && !transient.includes(error.status)) return undefined;
    if (!repeatable && mayHaveTakenEffect(error)) return undefined;
    // Waiting for the first request to finish is not a failure; the call's timeout limits it.
    if (!waiting) failures++;
    if (failures > maxRetries || maxRetries === 0) return undefined;
    const backoff = Math.min(maxBackoffMs, firstBackoffMs * 2 ** attempts++);
    return Math.random() * backoff + (error.retryAfterMs ?? 0);
  };
}
