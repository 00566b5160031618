import type { DeliveryRules } from '../../queue/rules.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Health of an endpoint, stored in its row. */
export interface EndpointHealth {
  consecutiveFailures: number;
  /** Maximum number of attempts in flight of all dispatchers while the endpoint recovers. */
  sendWindow: number;
}

/** The part of a result that affects the endpoint's health. */
export type HealthResult = Pick<AttemptResult, 'outcome' | 'requestedPauseMs' | 'claim'>;

export interface NextHealth {
  consecutiveFailures: number;
  sendWindow: number;
  /** Pause until the next attempt; null for none. */
  gateMs: number | null;
  disabled: boolean;
  /** Thresholds of consecutive failures, just reached, for which operators are notified. */
  noticeAt: number[];
}

/**
 * Returns the health after results, in the order in which the attempts ended. Results after the one that disables the endpoint are
 * ignored. Attempts that began at a healthy endpoint do not disable it, however many were in flight: a later one decides.
 */
export function nextHealth(
  { consecutiveFailures, sendWindow }: EndpointHealth,
  results: readonly HealthResult[],
  rules: DeliveryRules,
): NextHealth {
  let failures = consecutiveFailures;
  let window = sendWindow;
  let requestedMs = 0;
  const noticeAt: number[] = [];
  const maxFromHealthy = rules.maxConsecutiveFailures - 1;
  for (const { outcome, requestedPauseMs, claim } of results) {
    requestedMs = outcome === 'delivered' ? 0 : Math.max(requestedMs, requestedPauseMs);
    if (claim.endpoint.healthy && outcome === 'failed' && failures >= maxFromHealthy) continue;
    failures = outcome === 'delivered' ? 0 : failures + 1;
    if (outcome === 'delivered') window = Math.min(rules.startInFlight, window + 1);
    else if (failures >= rules.probeFromFailures) window = 1;
    if (failures >= rules.maxConsecutiveFailures) break;
    if (rules.noticeAtFailures.includes(failures)) noticeAt.push(failures);
  }
  const scheduledMs = Math.min(rules.gateCapMs, rules.gateFirstMs * 2 ** (failures - 1));
  const disabled = failures >= rules.maxConsecutiveFailures;
  return {
    consecutiveFailures: failures,
    sendWindow: window,
    gateMs: failures > 0 ? Math.max(requestedMs, scheduledMs) : null,
    disabled,
    noticeAt: disabled ? [...noticeAt, failures] : noticeAt,
  };
}
