import type { DeliveryRules } from '../../queue/rules.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** What an endpoint's row says of its last attempts. */
export interface EndpointHealth {
  consecutiveFailures: number;
  /** Maximum number of attempts in flight while it recovers. */
  sendWindow: number;
}

/** One attempt, as far as it tells something of the endpoint. */
export type HealthSign = Pick<AttemptResult, 'outcome' | 'askedPauseMs'>;

export interface NextHealth {
  consecutiveFailures: number;
  sendWindow: number;
  /** Pause before anything else is sent; null for none. */
  gateMs: number | null;
  disabled: boolean;
  /** Numbers of failures in a row, reached just now, of which people should know. */
  worthNotice: number[];
}

/** Health after attempts in the order in which they ended. What ended after the endpoint was disabled changes nothing. */
export function nextHealth(
  { consecutiveFailures, sendWindow }: EndpointHealth,
  signs: readonly HealthSign[],
  rules: DeliveryRules,
): NextHealth {
  let failures = consecutiveFailures;
  let window = sendWindow;
  let askedMs = 0;
  const worthNotice: number[] = [];
  for (const { outcome, askedPauseMs } of signs) {
    askedMs = outcome === 'delivered' ? 0 : Math.max(askedMs, askedPauseMs);
    failures = outcome === 'delivered' ? 0 : failures + 1;
    if (outcome === 'delivered') window = Math.min(rules.startInFlight, window + 1);
    else if (failures >= rules.probeFromFailures) window = 1;
    if (failures >= rules.maxConsecutiveFailures) break;
    if (rules.noticeAtFailures.includes(failures)) worthNotice.push(failures);
  }
  const scheduledMs = Math.min(rules.gateCapMs, rules.gateFirstMs * 2 ** (failures - 1));
  const disabled = failures >= rules.maxConsecutiveFailures;
  return {
    consecutiveFailures: failures,
    sendWindow: window,
    gateMs: failures > 0 ? Math.max(askedMs, scheduledMs) : null,
    disabled,
    worthNotice: disabled ? [...worthNotice, failures] : worthNotice,
  };
}
