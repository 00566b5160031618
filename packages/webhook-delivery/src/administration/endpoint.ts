import type { Tables } from '@pv-planning/database';
import type { SignatureMode } from '@pv-planning/webhooks';
import type { Selectable } from 'kysely';
import type { TestDelivery } from '../outbox/test-event.ts';

export interface EndpointId {
  companyId: string;
  endpointId: string;
}

export interface Endpoint {
  companyId: string;
  /** UUIDv7. */
  id: string;
  url: string;
  /** `['*']` for all types. */
  eventTypes: string[];
  state: Exclude<Selectable<Tables['webhookEndpoint']>['state'], 'deleted'>;
  stateReason: string | null;
  stateChangedAt: string;
  signatureMode: SignatureMode;
  /** The owner's limit of attempts in flight; null for none. */
  maxInFlight: number | null;
  /** The owner's limit of attempts per second; null for none. */
  rate: number | null;
  consecutiveFailures: number;
  /** Time of the first of these consecutive failures. */
  failingSince: string | null;
  /** End of the pause after a failed attempt. */
  pausedUntil: string | null;
  /** The error of the last failed attempt; null after a success. */
  lastErrorCode: string | null;
  lastErrorText: string | null;
  /** End of the period in which deliveries are also signed with the previous secret. */
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface EndpointChanges {
  url?: string;
  eventTypes?: readonly string[];
  signatureMode?: SignatureMode;
  /** Null removes the limit. */
  maxInFlight?: number | null;
  rate?: number | null;
}

/** A notice to operators about an endpoint. Recorded once per occurrence. */
export type Notice = Omit<Selectable<Tables['webhookNotice']>, 'companyId'>;

export interface Endpoints {
  /** Creates an endpoint. Only this call returns the secret. */
  create(endpoint: {
    companyId: string;
    url: string;
    eventTypes: readonly string[];
    signatureMode?: SignatureMode;
    maxInFlight?: number | null;
    rate?: number | null;
  }): Promise<{ endpoint: Endpoint; secret: string }>;
  list(companyId: string): Promise<Endpoint[]>;
  get(id: EndpointId): Promise<Endpoint>;
  /** Returns the company of an endpoint, or undefined if there is no such endpoint. */
  companyOf(endpointId: string): Promise<string | undefined>;
  /** Queued deliveries go to the new URL. New event types apply to future events, new limits to future attempts. */
  update(id: EndpointId, changes: EndpointChanges): Promise<Endpoint>;
  /** Queues events until the endpoint is enabled again. */
  pause(id: EndpointId): Promise<Endpoint>;
  /** Sends the queued events, oldest first. Their attempts are reset. */
  enable(id: EndpointId): Promise<Endpoint>;
  /**
   * Creates a new secret, which only this call returns. Deliveries are also signed with the old secret for `overlapHours` (default:
   * 24).
   */
  rotateSecret(
    id: EndpointId,
    options?: { overlapHours?: number },
  ): Promise<{ endpoint: Endpoint; secret: string }>;
  /** Removes an endpoint and discards its queue. */
  remove(id: EndpointId): Promise<void>;
  /**
   * Sends a signed event of type `endpoint.test` to this endpoint only, once and immediately, even if it is paused or disabled. The
   * attempt is logged with the trigger `test` and does not affect the health of the endpoint. The event is not listed among events.
   * Call `dispatcher.wake(companyId)` afterwards if there is a dispatcher.
   */
  sendTest(id: EndpointId): Promise<TestDelivery>;
  /** Returns notices, newest first; only those of `endpointId` if it is given. `limit` defaults to 50. */
  notices(of: { companyId: string; endpointId?: string; limit?: number }): Promise<Notice[]>;
}
