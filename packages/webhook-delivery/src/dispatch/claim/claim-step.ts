import { unknownOwners } from '@pv-planning/database';
import { v4 as uuidv4 } from 'uuid';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { StatementGroups } from '../../sql/statement-groups.ts';
import type { Claim, ClaimedEndpoint, ClaimOrder, EndpointReport } from './claim.ts';
import { type ClaimKind, claimStatements, type EndpointRow } from './claim-statement.ts';

export interface StepReport extends EndpointReport {
  renewable: boolean;
  /** Whether a requested delivery is due. Only a step for requested deliveries claims it. */
  requested: boolean;
  /** Number of deliveries leased, including those to give up. */
  leased: number;
}

/** The result of one statement of a claim. */
export interface ClaimStep {
  claims: Claim[];
  endpoints: StepReport[];
  leased: number;
  lostLeases: number;
  /** Leased deliveries whose earlier leases have been lost too often. */
  hopeless: { id: string; leaseToken: string }[];
}

/** Runs one statement of a claim. `renewed` are endpoints whose queues have just been renewed. */
export async function claimStep(
  execute: StatementGroups['execute'],
  kind: ClaimKind,
  { companyId, limit, rules, slots = {}, owners = unknownOwners }: ClaimOrder,
  renewed: readonly string[] = [],
): Promise<ClaimStep> {
  const rows = await execute<EndpointRow>(
    claimStatements[kind]({
      companyId,
      limit,
      slots: JSON.stringify(slots),
      dispatcherId: Math.abs(owners.self),
      owner: owners.self,
      leaseMs: rules.leaseMs,
      tokenSeed: uuidv4(),
      alive: owners.alive,
      since: owners.since,
      renewed,
      startInFlight: rules.startInFlight,
      maxInFlightPerEndpoint: rules.maxInFlightPerEndpoint,
    }),
  );
  const monotonicMs = performance.now();
  const lost = rows.flatMap(({ deliveries }) => (deliveries ?? []).filter(({ isLost }) => isLost));
  const hopeless = lost.filter(({ losses }) => losses + 1 >= rules.maxLosses);
  const hopelessIds = new Set(hopeless.map(({ id }) => id));
  const leased = rows.reduce((sum, { deliveries }) => sum + (deliveries?.length ?? 0), 0);
  const steps = rows.map((row) => {
    const claims = claimsOf(row, { companyId, monotonicMs, rules }).filter(
      ({ deliveryId }) => !hopelessIds.has(deliveryId),
    );
    return {
      claims,
      report: reportOf(row, kind, { claimed: claims.length, isFull: leased >= limit, rules }),
    };
  });
  return {
    claims: steps.flatMap(({ claims }) => claims),
    endpoints: steps.map(({ report }) => report),
    leased,
    lostLeases: lost.length,
    hopeless: hopeless.map(({ id, leaseToken }) => ({ id, leaseToken })),
  };
}

function reportOf(
  { id, sendWindow, maxInFlight, renewable, requested, share, rate, rateWaitMs, deliveries }: EndpointRow,
  kind: ClaimKind,
  { claimed, isFull, rules }: { claimed: number; isFull: boolean; rules: DeliveryRules },
): StepReport {
  const leased = deliveries?.length ?? 0;
  const isRequested = kind === 'due' && requested === true;
  // A claim that has reached its own limit may have left deliveries of any endpoint.
  const backlog = isFull || (leased >= share && !isRequested);
  const waitMs = rate === null || rateWaitMs === null ? 0 : rateWaitMs + (1000 * leased) / rate;
  return {
    endpointId: id,
    claimed,
    limit: maxInFlight,
    recovering: sendWindow < rules.startInFlight ? sendWindow : null,
    backlog,
    rateWaitMs: backlog && waitMs > 0 ? waitMs : null,
    renewable,
    requested: isRequested,
    leased,
  };
}

function claimsOf(
  row: EndpointRow,
  { companyId, monotonicMs, rules }: { companyId: string; monotonicMs: number; rules: DeliveryRules },
): Claim[] {
  const { id, url, signatureMode, secret, stateChangedAt, failedAt, databaseMs } = row;
  const overlaps = row.previousSecretUntil !== null && Date.parse(row.previousSecretUntil) > databaseMs;
  const endpoint: ClaimedEndpoint = {
    id,
    url,
    signatureMode,
    secret,
    previousSecret: overlaps ? row.previousSecret : null,
    stateChangedAt,
    failedAt,
    healthy: row.consecutiveFailures === 0 && row.sendWindow >= rules.startInFlight,
  };
  const claimedAt = { databaseMs, monotonicMs };
  return (row.deliveries ?? []).map((delivery) => ({
    companyId,
    deliveryId: delivery.id,
    leaseToken: delivery.leaseToken,
    endpoint,
    eventId: delivery.eventId,
    eventCreatedAt: delivery.eventCreatedAt,
    body: delivery.body,
    trigger: delivery.trigger,
    attemptNumber: delivery.attempts + 1,
    failureNumber: Math.max(1, delivery.attempts + 1 - delivery.budgetFrom),
    claimedAt,
  }));
}
