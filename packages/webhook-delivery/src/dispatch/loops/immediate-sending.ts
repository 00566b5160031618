import type { LeaseOwners } from '@pv-planning/database';
import { v4 as uuidv4 } from 'uuid';
import type { ImmediateSending } from '../../outbox/outbox.ts';
import type { RecordedDelivery } from '../../outbox/record-leased.ts';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Claim } from '../claim/claim.ts';
import type { DeliveryLease, LeaseReleases } from '../claim/release-leases.ts';
import type { ClaimSchedule } from '../schedule/claim-schedule.ts';

/** A commit that takes longer hands its deliveries back, because their endpoints may have been paused meanwhile. */
const maxCommitMs = 1_000;

export interface ImmediateSendingParts {
  rules: Pick<DeliveryRules, 'leaseMs' | 'startInFlight'>;
  owners: () => LeaseOwners;
  capacity: Capacity;
  schedule: Pick<ClaimSchedule, 'isRunning' | 'slotReleased'>;
  send: (claim: Claim) => void;
  leaseReleases: Pick<LeaseReleases, 'releaseLeases'>;
}

/**
 * Leases deliveries of one transaction while they are recorded, within the windows and slots that apply to claims. They are recorded
 * with the commit, so that slots are reserved no longer than that takes.
 */
export function createImmediateSending(
  companyId: string,
  { rules, owners, capacity, schedule, send, leaseReleases }: ImmediateSendingParts,
): ImmediateSending {
  let reserved: (DeliveryLease & { endpointId: string })[] = [];
  let begunMs = 0;

  function releaseSlots(released: readonly { endpointId: string }[]): void {
    const endpointIds = released.map(({ endpointId }) => endpointId);
    for (const window of capacity.cancelReservations(companyId, endpointIds))
      schedule.slotReleased(companyId, window);
  }

  return {
    reserve(eventId) {
      if (!schedule.isRunning()) return null;
      const endpointIds = capacity.reserveWithoutClaim(companyId);
      if (endpointIds.length === 0) return null;
      const leases = endpointIds.map((endpointId) => ({ eventId, endpointId, leaseToken: uuidv4() }));
      reserved.push(...leases);
      begunMs ||= performance.now();
      const { leaseMs, startInFlight } = rules;
      return { leases, owner: owners().self, leaseMs, startInFlight };
    },
    committed(deliveries) {
      const claims = deliveries.flatMap((delivery) => claimOf(companyId, delivery, begunMs) ?? []);
      const isLate = performance.now() - begunMs > maxCommitMs;
      const sent = isLate || !schedule.isRunning() ? [] : claims;
      if (sent.length < claims.length) leaseReleases.releaseLeases(companyId, claims);
      const tokens = new Set(sent.map(({ leaseToken }) => leaseToken));
      releaseSlots(reserved.filter(({ leaseToken }) => !tokens.has(leaseToken)));
      for (const claim of sent) send(claim);
    },
    abandoned() {
      if (reserved.length === 0) return;
      leaseReleases.releaseLeases(companyId, reserved);
      releaseSlots(reserved);
      reserved = [];
      begunMs = 0;
    },
  };
}

function claimOf(companyId: string, delivery: RecordedDelivery, monotonicMs: number): Claim | null {
  const { id, leaseToken, eventId, eventCreatedAt, body, endpointId, databaseMs } = delivery;
  if (leaseToken === null) return null;
  const { url, signatureMode, secret, previousSecret, stateChangedAt, failedAt } = delivery;
  return {
    companyId,
    deliveryId: id,
    leaseToken,
    endpoint: {
      id: endpointId,
      url,
      signatureMode,
      secret,
      previousSecret,
      stateChangedAt,
      failedAt,
      healthy: true,
    },
    eventId,
    eventCreatedAt,
    body,
    trigger: 'auto',
    attemptNumber: 1,
    failureNumber: 1,
    claimedAt: { databaseMs, monotonicMs },
  };
}
