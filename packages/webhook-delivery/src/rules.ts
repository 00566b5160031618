/** The figures of delivery. Receivers are promised the defaults; tests shorten them. */
export interface DeliveryRules {
  /** A whole attempt: looking up the name, connecting, TLS, sending, and the answer's headers. Milliseconds. */
  timeoutMs: number;
  /** The part of it that looking up the name may take. */
  dnsTimeoutMs: number;
  /** How long a claimed delivery belongs to one process. After that another one sends it. */
  leaseMs: number;
  /** How often the database is asked for due deliveries when nobody calls `wake`. */
  pollMs: number;
  /** Attempts under way at once in this process, and of one company among them. */
  maxInFlight: number;
  maxInFlightPerCompany: number;
  /** A reused connection that breaks within this time was probably closed before the request arrived. */
  staleConnectionMs: number;
  /** How long a stop waits for the last attempts to be recorded, once they have ended or timed out. */
  recordingMs: number;
  /** Failed attempts after which a delivery is given up. */
  maxAttempts: number;
  /** Leases lost in a row with a dying process after which a delivery is given up. */
  maxLosses: number;
  /** Wait after the first failed attempt; each further wait is `retryFactor` times longer, up to `retryCapMs`. */
  retryFirstMs: number;
  retryFactor: number;
  retryCapMs: number;
  /** Least wait after a timeout or a 429. */
  retryOverloadedMs: number;
  /** Failed attempts in a row, over all events, that disable an endpoint. */
  maxConsecutiveFailures: number;
  /** Failed attempts in a row at which a notice is recorded; one more is when the endpoint is disabled. */
  noticeAtFailures: readonly number[];
  /** Pause of an endpoint after a failed attempt; doubles with each further one in a row, up to `gateCapMs`. */
  gateFirstMs: number;
  gateCapMs: number;
  /** From this many failures in a row on, one attempt at a time. */
  probeFromFailures: number;
  /** Bytes kept of an answer's body. */
  responseBodyLimit: number;
  /** Wait for the rest of an answer's body once its headers decided the outcome. */
  responseBodyMs: number;
  /** Days that queued events of a paused or disabled endpoint, and everything about finished ones, are kept. */
  retentionDays: number;
  /** Hours during which deliveries are signed with a replaced secret too. */
  secretOverlapHours: number;
}

export const defaultRules: DeliveryRules = {
  timeoutMs: 10_000,
  dnsTimeoutMs: 3_000,
  leaseMs: 30_000,
  pollMs: 1_000,
  maxInFlight: 1_000,
  maxInFlightPerCompany: 250,
  staleConnectionMs: 1_000,
  recordingMs: 5_000,
  maxAttempts: 8,
  maxLosses: 20,
  retryFirstMs: 5_000,
  retryFactor: 4,
  retryCapMs: 3_600_000,
  retryOverloadedMs: 60_000,
  maxConsecutiveFailures: 20,
  noticeAtFailures: [10, 15],
  gateFirstMs: 500,
  gateCapMs: 60_000,
  probeFromFailures: 3,
  responseBodyLimit: 16_384,
  responseBodyMs: 1_000,
  retentionDays: 30,
  secretOverlapHours: 24,
};

/** A lease that ends while its attempt still runs would send the event twice at once. */
export function assertLeaseOutlivesAttempt({ leaseMs, timeoutMs, responseBodyMs }: DeliveryRules): void {
  if (leaseMs < 2 * timeoutMs || leaseMs <= timeoutMs + responseBodyMs) {
    throw new RangeError(`A lease of ${leaseMs} ms is too short for attempts of ${timeoutMs} ms.`);
  }
}
