import type { DeliveryRules } from '../../queue/rules.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Health of an endpoint, stored in its row. */
export interface EndpointHealth {
  consecutiveFailures: number;
  /** Time at which the last counted failure was saved; null if there is none. */
  failedAt: string | null;
  /** Maximum number of attempts in flight of all dispatchers while the endpoint recovers. */
  sendWindow: number;
}

/** The part of a result that affects the endpoint's health. */
export type HealthResult = Pick<AttemptResult, 'outcome' | 'requestedPauseMs' | 'claim'>;

export interface NextHealth extends EndpointHealth {
  /** Pause until the next attempt; null if these results cause none. */
  gateMs: number | null;
  /** The notice to operators, if any. */
  notice: 'failing' | 'disabled' | null;
}

/**
 * Returns the health after results, in the order in which the attempts ended. A failure counts if its attempt was claimed after the
 * last failure that counted had been saved, because attempts in flight at the same time are not consecutive. Results after the one
 * that disables the endpoint are ignored.
 *
 * @param now when the results are saved
 */
export function nextHealth(
  { consecutiveFailures, failedAt, sendWindow }: EndpointHealth,
  results: readonly HealthResult[],
  rules: DeliveryRules,
  now: string,
): NextHealth {
  const next: NextHealth = { consecutiveFailures, failedAt, sendWindow, gateMs: null, notice: null };
  for (const { outcome, requestedPauseMs, claim } of results) {
    if (outcome === 'delivered') {
      next.consecutiveFailures = 0;
      next.sendWindow = Math.min(rules.startInFlight, next.sendWindow + 1);
      next.gateMs = null;
      next.notice = null;
      continue;
    }
    if (requestedPauseMs > 0) next.gateMs = Math.max(next.gateMs ?? 0, requestedPauseMs);
    if (claim.endpoint.failedAt !== next.failedAt) continue;
    next.failedAt = now;
    next.consecutiveFailures += 1;
    const scheduledMs = Math.min(rules.gateCapMs, rules.gateFirstMs * 2 ** (next.consecutiveFailures - 1));
    next.gateMs = Math.max(next.gateMs ?? 0, scheduledMs);
    if (next.consecutiveFailures >= rules.probeFromFailures) next.sendWindow = 1;
    if (next.consecutiveFailures === rules.noticeAtFailures) next.notice = 'failing';
    if (next.consecutiveFailures >= rules.maxConsecutiveFailures) {
      next.notice = 'disabled';
      break;
    }
  }
  return next;
}
