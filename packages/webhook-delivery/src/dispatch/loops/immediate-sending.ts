import type { FairSlots } from '@pv-planning/fair-slots';
import { v4 as uuidv4 } from 'uuid';
import type { ImmediateSending } from '../../outbox/outbox.ts';
import type { LeaseTerms, RecordedDelivery } from '../../outbox/record-leased.ts';
import type { EndpointWindow } from '../capacity/endpoint-window.ts';
import type { EndpointWindows } from '../capacity/endpoint-windows.ts';
import type { Claim } from '../claim/claim.ts';
import type { DeliveryLease } from '../claim/release-leases.ts';

/** A commit that takes longer hands its deliveries back, because their endpoints may have been paused meanwhile. */
const maxCommitMs = 1_000;

export interface ImmediateSendingOptions {
  companyId: string;
  isRunning: () => boolean;
  terms: () => Omit<LeaseTerms, 'leases'>;
  windows: EndpointWindows;
  slots: FairSlots;
  send: (claim: Claim) => void;
  /** Releases the leases, if the transaction was committed, and claims again. */
  releaseLeases: (leases: readonly DeliveryLease[]) => void;
  slotReleased: (companyId: string, window: EndpointWindow) => void;
}

/**
 * Leases deliveries of one transaction while they are recorded, within the windows and slots that apply to claims. They are recorded
 * with the commit, so that slots are reserved no longer than that takes.
 */
export function createImmediateSending(options: ImmediateSendingOptions): ImmediateSending {
  const { companyId, windows, slots } = options;
  let reserved: (DeliveryLease & { endpointId: string })[] = [];
  let begunMs = 0;

  function releaseSlots(released: readonly { endpointId: string }[]): void {
    slots.releaseReserved(companyId, released.length);
    for (const { endpointId } of released) {
      options.slotReleased(companyId, windows.cancelReservation(companyId, endpointId));
    }
  }

  return {
    reserve(eventId) {
      if (!options.isRunning()) return null;
      const free = slots.freeFor(companyId);
      const endpointIds = free > 0 ? windows.reserve(companyId, free) : [];
      if (endpointIds.length === 0) return null;
      slots.reserve(companyId, endpointIds.length);
      const leases = endpointIds.map((endpointId) => ({ eventId, endpointId, leaseToken: uuidv4() }));
      reserved.push(...leases);
      begunMs ||= performance.now();
      return { leases, ...options.terms() };
    },
    committed(deliveries) {
      const claims = deliveries.flatMap((delivery) => claimOf(companyId, delivery, begunMs) ?? []);
      const isLate = performance.now() - begunMs > maxCommitMs;
      const sent = isLate || !options.isRunning() ? [] : claims;
      if (sent.length < claims.length) options.releaseLeases(claims);
      const tokens = new Set(sent.map(({ leaseToken }) => leaseToken));
      releaseSlots(reserved.filter(({ leaseToken }) => !tokens.has(leaseToken)));
      for (const claim of sent) options.send(claim);
    },
    abandoned() {
      if (reserved.length === 0) return;
      options.releaseLeases(reserved);
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
