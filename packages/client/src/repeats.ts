import { ApiError, type PvPlanningError } from './errors.ts';

const firstBackoffMs = 500;
const longestBackoffMs = 8000;

/** A status that tells that the service did not come to the request, or not whether it did; `undefined`: no answer. */
const passing: (number | undefined)[] = [undefined, 429, 502, 503, 504];

function isStillRunning(error: PvPlanningError): boolean {
  return error instanceof ApiError && error.error === 'idempotency_in_progress';
}

/** Whether the failed attempt may have been carried out. The rate limit refuses before anything is done. */
export function mayHaveTakenEffect({ status }: PvPlanningError): boolean {
  return status !== 429 && passing.includes(status);
}

/** The milliseconds to wait before the next attempt; `undefined` when there is to be none. */
export type NextWait = (error: PvPlanningError) => number | undefined;

/**
 * Decides on the attempts of one call: exponential backoff with full jitter, added to what `Retry-After` asks for.
 *
 * @param repeatable whether a second effect of the request would do no harm
 */
export function planRepeats(maxRetries: number, repeatable: boolean): NextWait {
  let attempts = 0;
  let failures = 0;
  return (error) => {
    const waiting = isStillRunning(error);
    if (!waiting && !passing.includes(error.status)) return undefined;
    if (!repeatable && mayHaveTakenEffect(error)) return undefined;
    // Waiting for the first request to end is no failure; the time of the call bounds it.
    if (!waiting) failures++;
    if (failures > maxRetries || maxRetries === 0) return undefined;
    const backoff = Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempts++);
    return Math.random() * backoff + (error.retryAfterMs ?? 0);
  };
}
