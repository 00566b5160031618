import type { ImmediateSending } from '../../outbox/outbox.ts';
import type { LeaseTerms, RecordedDelivery } from '../../outbox/record-leased.ts';
import type { EndpointWindow } from '../capacity/endpoint-window.ts';
import type { EndpointWindows } from '../capacity/endpoint-windows.ts';
import type { InFlightSlots } from '../capacity/in-flight-slots.ts';
import type { Claim } from '../claim/claim.ts';

/** A transaction that commits later hands its deliveries back, because their endpoints may have been paused meanwhile. */
const maxCommitMs = 1_000;

export interface ImmediateSendingOptions {
  companyId: string;
  isRunning: () => boolean;
  terms: () => Omit<LeaseTerms, 'endpointIds'>;
  windows: EndpointWindows;
  slots: InFlightSlots;
  send: (claim: Claim) => void;
  /** Releases the leases, if the transaction was committed, and claims again. */
  handBack: (claims: readonly Claim[]) => void;
  slotReleased: (companyId: string, window: EndpointWindow) => void;
}

/** Leases deliveries of one transaction while they are recorded, within the windows and slots that apply to claims. */
export function createImmediateSending(options: ImmediateSendingOptions): ImmediateSending {
  const { companyId, windows, slots } = options;
  let reserved: string[] = [];
  let claims: Claim[] = [];

  function releaseSlots(endpointIds: readonly string[]): void {
    slots.release(companyId, endpointIds.length);
    for (const endpointId of endpointIds) {
      options.slotReleased(companyId, windows.cancelReservation(companyId, endpointId));
    }
  }

  function release(): void {
    if (claims.length > 0) options.handBack(claims);
    releaseSlots([...reserved, ...claims.map(({ endpoint }) => endpoint.id)]);
    reserved = [];
    claims = [];
  }

  return {
    reserve() {
      if (!options.isRunning()) return null;
      const free = Math.min(slots.free(), slots.freeFor(companyId));
      const endpointIds = free > 0 ? windows.reserve(companyId, free) : [];
      if (endpointIds.length === 0) return null;
      slots.acquire(companyId, endpointIds.length);
      reserved = endpointIds;
      return { endpointIds, ...options.terms() };
    },
    recorded({ endpointIds }, deliveries) {
      const monotonicMs = performance.now();
      const leased = deliveries.flatMap((delivery) => claimOf(companyId, delivery, monotonicMs) ?? []);
      const used = new Set(leased.map(({ endpoint }) => endpoint.id));
      reserved = [];
      claims.push(...leased);
      releaseSlots(endpointIds.filter((id) => !used.has(id)));
    },
    send() {
      const [first] = claims;
      if (!first) return;
      const isLate = performance.now() - first.claimedAt.monotonicMs > maxCommitMs;
      if (isLate || !options.isRunning()) release();
      else for (const claim of claims.splice(0)) options.send(claim);
    },
    release,
  };
}

function claimOf(companyId: string, delivery: RecordedDelivery, monotonicMs: number): Claim | null {
  const { id, leaseToken, eventId, eventCreatedAt, body, endpointId, databaseMs } = delivery;
  if (leaseToken === null) return null;
  const { url, signatureMode, secret, previousSecret, stateChangedAt } = delivery;
  return {
    companyId,
    deliveryId: id,
    leaseToken,
    endpoint: { id: endpointId, url, signatureMode, secret, previousSecret, stateChangedAt, healthy: true },
    eventId,
    eventCreatedAt,
    body,
    trigger: 'auto',
    attemptNumber: 1,
    failureNumber: 1,
    claimedAt: { databaseMs, monotonicMs },
  };
}
