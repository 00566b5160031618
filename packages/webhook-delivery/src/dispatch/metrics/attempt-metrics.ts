import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Capacity } from '../capacity/capacity.ts';
import type { Claim, ClaimedWork } from '../claim/claim.ts';
import type { SaveReport } from '../results/save-results.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Metrics of one dispatcher. */
export interface AttemptMetrics {
  /** Call after each claim, with its duration. */
  claimed(work: ClaimedWork, seconds: number): void;
  /** Call with a delivery that is sent without a claim. */
  leased(claim: Claim): void;
  /** Call after each batch of saved results, with the time that saving took. */
  saved(results: readonly AttemptResult[], report: SaveReport, seconds: number): void;
}

const batchBuckets = [1, 2, 5, 10, 25, 50, 100, 250];
const statementBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Throws if the registry already has metrics of these names, since each dispatcher needs its own registry. */
export function createAttemptMetrics(registry: Registry, capacity: Pick<Capacity, 'total'>): AttemptMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by outcome (delivered, failed, lost) and, unless delivered, the code of the error.',
    labelNames: ['outcome', 'error'],
    registers,
  });
  const firstAttemptLatency = new Histogram({
    name: 'webhook_first_attempt_latency_seconds',
    help: 'From an event to the start of its first attempt. Excludes events queued while the endpoint was paused or disabled.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const leaseExpiries = new Counter({
    name: 'webhook_lease_expiries_total',
    help: 'Expired leases: their process died or was disconnected before it saved the result of the attempt.',
    registers,
  });
  const withoutLease = new Counter({
    name: 'webhook_attempts_without_lease_total',
    help: 'Attempts saved after another process had taken over the delivery: their event may have arrived twice.',
    registers,
  });
  const claimDuration = new Histogram({
    name: 'webhook_claim_seconds',
    help: 'Duration of a claim of due deliveries of a company.',
    buckets: statementBuckets,
    registers,
  });
  const saveDuration = new Histogram({
    name: 'webhook_finish_seconds',
    help: 'Duration of saving a batch of attempts of a company.',
    buckets: statementBuckets,
    registers,
  });
  const emptyClaims = new Counter({
    name: 'webhook_empty_claims_total',
    help: 'Claims without deliveries.',
    registers,
  });
  const deliveriesPerClaim = new Histogram({
    name: 'webhook_claimed_deliveries',
    help: 'Deliveries per claim, without empty claims.',
    buckets: batchBuckets,
    registers,
  });
  const attemptsPerBatch = new Histogram({
    name: 'webhook_recorded_attempts',
    help: 'Attempts saved per batch.',
    buckets: batchBuckets,
    registers,
  });
  const clockOffset = new Gauge({
    name: 'webhook_clock_offset_seconds',
    help: "The database's clock minus this process's. Signatures contain the database's.",
    registers,
  });
  new Gauge({
    name: 'webhook_attempts_in_flight',
    help: 'Attempts in flight in this process.',
    registers,
    collect() {
      this.set(capacity.total().attempts);
    },
  });
  new Gauge({
    name: 'webhook_send_window',
    help: 'Maximum attempts in flight of this process per endpoint, averaged over the endpoints recently sent to.',
    registers,
    collect() {
      const { windows, slots } = capacity.total();
      this.set(windows === 0 ? 0 : slots / windows);
    },
  });
  const observeClock = ({ claimedAt: { databaseMs, monotonicMs } }: Claim) =>
    clockOffset.set((databaseMs + performance.now() - monotonicMs - Date.now()) / 1000);
  return {
    claimed({ claims, lostLeases }, seconds) {
      if (claims.length > 0) deliveriesPerClaim.observe(claims.length);
      else emptyClaims.inc();
      claimDuration.observe(seconds);
      leaseExpiries.inc(lostLeases);
      if (lostLeases > 0) attempts.inc({ outcome: 'lost', error: 'lost' }, lostLeases);
      const [claim] = claims;
      if (claim) observeClock(claim);
    },
    leased: observeClock,
    saved(results, report, seconds) {
      saveDuration.observe(seconds);
      attemptsPerBatch.observe(results.length);
      withoutLease.inc(report.withoutLease);
      for (const [error, { length }] of Map.groupBy(results, ({ errorCode }) => errorCode)) {
        attempts.inc({ outcome: error ? 'failed' : 'delivered', error: error ?? '' }, length);
      }
      for (const { claim, startedAtMs } of results) {
        if (claim.attemptNumber !== 1 || claim.trigger !== 'auto') continue;
        const happenedAt = Date.parse(claim.eventCreatedAt);
        const wasActive = happenedAt >= Date.parse(claim.endpoint.stateChangedAt);
        if (wasActive) firstAttemptLatency.observe(Math.max(0, startedAtMs - happenedAt) / 1000);
      }
    },
  };
}
