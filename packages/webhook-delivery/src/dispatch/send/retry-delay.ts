import type { DeliveryRules } from '../../queue/rules.ts';

export interface FailedAttempt {
  /** 1 for the first failed attempt of a delivery. */
  failure: number;
  /** Milliseconds of the receiver's `Retry-After`. */
  retryAfterMs?: number | undefined;
  /** The receiver timed out or responded with 429. */
  overloaded?: boolean;
}

/**
 * Milliseconds until the next attempt: exponential up to a cap, randomly shortened by up to 15 % so that deliveries that failed
 * together are not retried together. Never above the cap, even if the receiver requests it.
 */
export function retryDelay(
  { failure, retryAfterMs = 0, overloaded = false }: FailedAttempt,
  rules: DeliveryRules,
  random: () => number = Math.random,
): number {
  const { retryFirstMs, retryFactor, retryCapMs, retryOverloadedMs } = rules;
  const scheduled = Math.min(retryCapMs, retryFirstMs * retryFactor ** (failure - 1));
  const jittered = scheduled * (0.85 + 0.15 * random());
  const least = Math.max(retryAfterMs, overloaded ? retryOverloadedMs : 0);
  return Math.round(Math.max(jittered, Math.min(least, retryCapMs)));
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds of a `Retry-After` header (seconds or HTTP date); undefined if it is invalid or in the past. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000 || undefined;
  const wait = httpDate.test(header) ? Date.parse(header) - nowMs : 0;
  return wait > 0 ? wait : undefined;
}
