import { slotRules } from '@pv-planning/fair-slots';

/** Limits and intervals of delivery. The API documents the defaults; tests shorten them. */
export interface DeliveryRules {
  /** Milliseconds of an attempt: DNS lookup, connecting, TLS, sending, and the response headers. */
  timeoutMs: number;
  /** Maximum time of the DNS lookup, which is part of the attempt. */
  dnsTimeoutMs: number;
  /** Duration of a lease. Afterwards, another process may claim the delivery. */
  leaseMs: number;
  /** Interval of polls for due deliveries. */
  pollMs: number;
  /** Maximum number of attempts in flight in this process. */
  maxInFlight: number;
  /** Initial maximum number of attempts in flight to an endpoint. Lower while the endpoint recovers. */
  startInFlight: number;
  /** Maximum number of attempts in flight to an endpoint. */
  maxInFlightPerEndpoint: number;
  /** A response is quick within this time, or within `quickFactor` times the quickest recent one, up to `slowMs`. */
  quickMs: number;
  quickFactor: number;
  /** An attempt is slow after this time, unless it takes at most `slowFactor` times the quickest recent response. */
  slowMs: number;
  slowFactor: number;
  /** A reused connection that breaks within this time was probably closed before the request arrived. */
  staleConnectionMs: number;
  /** How long a stop waits for the last results to be saved, after the attempts have ended. */
  savingMs: number;
  /** Maximum number of failed attempts of a delivery. */
  maxAttempts: number;
  /** Number of consecutive lost leases after which a delivery is given up. */
  maxLosses: number;
  /** Wait after the first failed attempt; each further wait is `retryFactor` times longer, up to `retryCapMs`. */
  retryFirstMs: number;
  retryFactor: number;
  retryCapMs: number;
  /** Minimum wait after a timeout or a 429. */
  retryOverloadedMs: number;
  /** Consecutive failed attempts, across all events, after which an endpoint is disabled. */
  maxConsecutiveFailures: number;
  /** Number of consecutive failed attempts after which a notice is recorded. Disabling records another notice. */
  noticeAtFailures: number;
  /** Pause of an endpoint after a failed attempt; doubles with each consecutive failure, up to `gateCapMs`. */
  gateFirstMs: number;
  gateCapMs: number;
  /** Number of consecutive failures after which attempts are made one at a time. */
  probeFromFailures: number;
  /** Maximum bytes of a response body to store. */
  responseBodyLimit: number;
  /** Maximum wait for the rest of a response body after the headers have determined the outcome. */
  responseBodyMs: number;
  /** Retention in days of queued events of paused or disabled endpoints, and of completed deliveries and events. */
  retentionDays: number;
  /** Hours during which deliveries are also signed with a replaced secret. */
  secretOverlapHours: number;
}

export const defaultRules: DeliveryRules = {
  timeoutMs: 10_000,
  dnsTimeoutMs: 3_000,
  leaseMs: 30_000,
  pollMs: 1_000,
  maxInFlight: slotRules.deliveries.slots,
  startInFlight: 8,
  maxInFlightPerEndpoint: 256,
  quickMs: 20,
  quickFactor: 2,
  slowMs: 1_000,
  slowFactor: 4,
  staleConnectionMs: 1_000,
  savingMs: 5_000,
  maxAttempts: 8,
  maxLosses: 20,
  retryFirstMs: 5_000,
  retryFactor: 4,
  retryCapMs: 3_600_000,
  retryOverloadedMs: 60_000,
  maxConsecutiveFailures: 20,
  noticeAtFailures: 10,
  gateFirstMs: 1_000,
  gateCapMs: 600_000,
  probeFromFailures: 3,
  responseBodyLimit: 16_384,
  responseBodyMs: 1_000,
  retentionDays: 30,
  secretOverlapHours: 24,
};

/** Throws `RangeError` if a lease could expire during its attempt: another process would send the event concurrently. */
export function assertLeaseOutlivesAttempt({ leaseMs, timeoutMs, responseBodyMs }: DeliveryRules): void {
  if (leaseMs < 2 * timeoutMs || leaseMs <= timeoutMs + responseBodyMs) {
    throw new RangeError(`A lease of ${leaseMs} ms is too short for attempts of ${timeoutMs} ms.`);
  }
}
