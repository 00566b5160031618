import type { DeliveryRules } from '../rules.ts';

/** What an endpoint's row says of its last attempts. */
export interface EndpointHealth {
  consecutiveFailures: number;
  sendWindow: number;
  maxInFlight: number;
}

/** One attempt, as far as it tells something of the endpoint. */
export interface HealthSign {
  outcome: 'delivered' | 'failed';
}

export interface NextHealth {
  consecutiveFailures: number;
  sendWindow: number;
  /** Pause before anything else is sent; null for none. */
  gateMs: number | null;
  disabled: boolean;
}

/** Health after attempts in the order in which they ended. */
export function nextHealth(
  { consecutiveFailures, sendWindow, maxInFlight }: EndpointHealth,
  signs: readonly HealthSign[],
  rules: DeliveryRules,
): NextHealth {
  let failures = consecutiveFailures;
  let window = sendWindow;
  for (const { outcome } of signs) {
    failures = outcome === 'delivered' ? 0 : failures + 1;
    if (outcome === 'delivered') window = Math.min(maxInFlight, window + 1);
    else if (failures >= rules.probeFromFailures) window = 1;
  }
  return {
    consecutiveFailures: failures,
    sendWindow: window,
    gateMs: failures > 0 ? Math.min(rules.gateCapMs, rules.gateFirstMs * 2 ** (failures - 1)) : null,
    disabled: failures >= rules.maxConsecutiveFailures,
  };
}
