import type { LeaseOwners } from '@pv-planning/database';
import type { SignatureMode } from '@pv-planning/webhooks';
import type { DeliveryTrigger } from '../../queue/delivery-states.ts';
import type { DeliveryRules } from '../../queue/rules.ts';

/** An endpoint at the time of the claim. */
export interface ClaimedEndpoint {
  id: string;
  url: string;
  signatureMode: SignatureMode;
  /** Sealed. */
  secret: string;
  /** Sealed. Null if there is no previous secret or its overlap has ended. */
  previousSecret: string | null;
  stateChangedAt: string;
  /** Time at which the last counted failure was saved; null if there is none. */
  failedAt: string | null;
  /** Neither failing nor recovering: another success does not change the health of the endpoint. */
  healthy: boolean;
}

/** A delivery leased to this process. */
export interface Claim {
  companyId: string;
  deliveryId: string;
  /** Identifies the lease, and the attempt made under it. */
  leaseToken: string;
  endpoint: ClaimedEndpoint;
  eventId: string;
  eventCreatedAt: string;
  /** The exact text to sign and send. */
  body: string;
  trigger: DeliveryTrigger;
  attemptNumber: number;
  /** Number of this attempt since attempts were last granted, from 1. Determines the delay before the next one. */
  failureNumber: number;
  /** The time of the claim: the database's clock in Unix milliseconds, and this process's monotonic clock. */
  claimedAt: { databaseMs: number; monotonicMs: number };
}

/** Slots of an endpoint in this process. */
export interface EndpointSlots {
  free: number;
  inFlight: number;
}

export interface ClaimOrder {
  companyId: string;
  /** Maximum number of deliveries. */
  limit: number;
  rules: DeliveryRules;
  /** By endpoint id. Endpoints without an entry have the slots of a new window. */
  slots?: Readonly<Record<string, EndpointSlots>>;
  owners?: LeaseOwners;
}

/** The report of a claim about an endpoint with due deliveries. */
export interface EndpointReport {
  endpointId: string;
  /** Number of deliveries claimed. */
  claimed: number;
  /** The owner's limit of attempts in flight; null for none. */
  limit: number | null;
  /** Maximum number of attempts in flight while the endpoint recovers; null otherwise. */
  recovering: number | null;
  /** Whether more deliveries may be due than the endpoint's slots, or its share of the claim, allowed. */
  backlog: boolean;
  /** Milliseconds until the owner's rate allows another attempt; null unless only the rate delays it. */
  rateWaitMs: number | null;
}

export interface ClaimedWork {
  claims: Claim[];
  endpoints: EndpointReport[];
  /** Number of expired leases of other dispatchers. */
  lostLeases: number;
  /** Whether another claim is worthwhile immediately. */
  more: boolean;
  /** The error that ended the claim early, if any. */
  failure?: unknown;
}
