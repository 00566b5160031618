import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndpointWindows } from '../capacity/endpoint-window.ts';
import type { ClaimedWork } from '../claim/claim.ts';
import type { SaveReport } from '../results/save-results.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** What one dispatcher counts and measures. */
export interface AttemptMetrics {
  claimed(work: ClaimedWork, seconds: number): void;
  recorded(results: readonly AttemptResult[], report: SaveReport, seconds: number): void;
}

const batchBuckets = [1, 2, 5, 10, 25, 50, 100, 250];
const statementBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Throws when the registry has metrics of these names already: each dispatcher needs its own. */
export function createAttemptMetrics(
  registry: Registry,
  { inFlight, windows }: { inFlight: () => number; windows: EndpointWindows },
): AttemptMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by outcome (delivered, failed, lost) and, unless delivered, the code of the error.',
    labelNames: ['outcome', 'error'],
    registers,
  });
  const firstAttemptLatency = new Histogram({
    name: 'webhook_first_attempt_latency_seconds',
    help: 'From an event to the start of its first attempt. Without events that an endpoint let wait, paused or disabled.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const leaseExpiries = new Counter({
    name: 'webhook_lease_expiries_total',
    help: 'Leases found lapsed: their process died or was cut off before it recorded the attempt.',
    registers,
  });
  const withoutLease = new Counter({
    name: 'webhook_attempts_without_lease_total',
    help: 'Attempts recorded after another process had taken the delivery over: their event may have arrived twice.',
    registers,
  });
  const claimDuration = new Histogram({
    name: 'webhook_claim_seconds',
    help: 'Time of one claim of due deliveries of a company.',
    buckets: statementBuckets,
    registers,
  });
  const finishDuration = new Histogram({
    name: 'webhook_finish_seconds',
    help: 'Time of recording one batch of attempts of a company.',
    buckets: statementBuckets,
    registers,
  });
  const emptyClaims = new Counter({
    name: 'webhook_empty_claims_total',
    help: 'Claims that found nothing to send.',
    registers,
  });
  const claimedTogether = new Histogram({
    name: 'webhook_claimed_deliveries',
    help: 'Deliveries of one claim, unless it found nothing.',
    buckets: batchBuckets,
    registers,
  });
  const recordedTogether = new Histogram({
    name: 'webhook_recorded_attempts',
    help: 'Attempts recorded in one batch.',
    buckets: batchBuckets,
    registers,
  });
  const clockOffset = new Gauge({
    name: 'webhook_clock_offset_seconds',
    help: "The database's clock less this process's. Signatures carry the database's.",
    registers,
  });
  new Gauge({
    name: 'webhook_attempts_in_flight',
    help: 'Attempts under way in this process.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: 'webhook_send_window',
    help: 'Attempts that this process may have in flight, on average of the endpoints to which it has sent lately.',
    registers,
    collect() {
      const { places, windows: known } = windows.total();
      this.set(known === 0 ? 0 : places / known);
    },
  });
  return {
    claimed({ claims, lostLeases }, seconds) {
      if (claims.length > 0) claimedTogether.observe(claims.length);
      else emptyClaims.inc();
      claimDuration.observe(seconds);
      leaseExpiries.inc(lostLeases);
      if (lostLeases > 0) attempts.inc({ outcome: 'lost', error: 'lost' }, lostLeases);
      const [claim] = claims;
      if (claim) clockOffset.set((claim.claimedAt.databaseMs - Date.now()) / 1000);
    },
    recorded(results, report, seconds) {
      finishDuration.observe(seconds);
      recordedTogether.observe(results.length);
      withoutLease.inc(report.withoutLease);
      for (const [error, { length }] of Map.groupBy(results, ({ errorCode }) => errorCode)) {
        attempts.inc({ outcome: error ? 'failed' : 'delivered', error: error ?? '' }, length);
      }
      for (const { claim, startedAtMs } of results) {
        if (claim.attemptNumber !== 1 || claim.trigger !== 'auto') continue;
        const happenedAt = Date.parse(claim.eventCreatedAt);
        const waitedForUs = happenedAt >= Date.parse(claim.endpoint.stateChangedAt);
        if (waitedForUs) firstAttemptLatency.observe(Math.max(0, startedAtMs - happenedAt) / 1000);
      }
    },
  };
}
