import { retryDelay } from '../../src/dispatch/send/retry-delay.ts';
import type { DeliveryRules } from '../../src/index.ts';

export interface OutageFigures {
  /** Longest time from the return of the receiver to the next attempt, if an event is due. */
  firstAttemptMs: number;
  /** Longest time from the return of the receiver to the last event. */
  lastEventMs: number;
}

/** Pause of an endpoint after its n-th failure. */
const pauseMs = (failure: number, { gateFirstMs, gateCapMs }: DeliveryRules) =>
  Math.min(gateCapMs, gateFirstMs * 2 ** (failure - 1));

/** Shortest time until an endpoint is disabled. */
export function shortestUntilDisabledMs(rules: DeliveryRules): number {
  let total = 0;
  for (let failure = 1; failure < rules.maxConsecutiveFailures; failure += 1)
    total += pauseMs(failure, rules);
  return total;
}

/** Shortest time from the first attempt of an event to its n-th. */
export function shortestUntilAttemptMs(attempt: number, rules: DeliveryRules): number {
  let total = 0;
  for (let failure = 1; failure < attempt; failure += 1) total += retryDelay({ failure }, rules, () => 0);
  return total;
}

/** Returns the delays to expect after an outage in which the receiver responded to attempts immediately with errors. */
export function figuresOfOutage(awayMs: number, rules: DeliveryRules): OutageFigures {
  let failures = 1;
  for (let sum = pauseMs(1, rules); sum <= awayMs; sum += pauseMs(failures, rules)) failures += 1;
  let attempts = 1;
  while (attempts < rules.maxAttempts && shortestUntilAttemptMs(attempts + 1, rules) <= awayMs) attempts += 1;
  const firstAttemptMs = pauseMs(failures, rules);
  const retryMs = retryDelay({ failure: attempts }, rules, () => 1);
  return { firstAttemptMs, lastEventMs: Math.max(firstAttemptMs, retryMs) };
}
