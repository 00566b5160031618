import type { Tables } from '@pv-planning/database';
import type { SignatureMode } from '@pv-planning/webhooks';
import type { Selectable } from 'kysely';
import type { TestDelivery } from './test-event.ts';

export interface EndpointId {
  companyId: string;
  endpointId: string;
}

export interface Endpoint {
  companyId: string;
  /** UUIDv7. */
  id: string;
  url: string;
  /** `['*']` for every type. */
  eventTypes: string[];
  state: Exclude<Selectable<Tables['webhookEndpoint']>['state'], 'deleted'>;
  stateReason: string | null;
  stateChangedAt: string;
  signatureMode: SignatureMode;
  consecutiveFailures: number;
  /** Until when deliveries are signed with the previous secret too. */
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What people should know of an endpoint. Recorded once each time it comes to that. */
export type Notice = Omit<Selectable<Tables['webhookNotice']>, 'companyId'>;

export interface Endpoints {
  /** The secret is shown here and never again. */
  create(endpoint: {
    companyId: string;
    url: string;
    eventTypes: readonly string[];
    signatureMode?: SignatureMode;
  }): Promise<{ endpoint: Endpoint; secret: string }>;
  list(companyId: string): Promise<Endpoint[]>;
  get(id: EndpointId): Promise<Endpoint>;
  /** The company that an endpoint belongs to; undefined when there is none. */
  companyOf(endpointId: string): Promise<string | undefined>;
  /** What is waiting goes to the new URL; new event types count for events from now on. */
  update(
    id: EndpointId,
    changes: { url?: string; eventTypes?: readonly string[]; signatureMode?: SignatureMode },
  ): Promise<Endpoint>;
  /** Events queue from now on. */
  pause(id: EndpointId): Promise<Endpoint>;
  /** Sends what has queued, oldest first; each waiting event has all its attempts again. */
  enable(id: EndpointId): Promise<Endpoint>;
  /** A new secret, shown here and never again. The old one signs along for `overlapHours` (24). */
  rotateSecret(
    id: EndpointId,
    options?: { overlapHours?: number },
  ): Promise<{ endpoint: Endpoint; secret: string }>;
  /** Discards what is queued. */
  remove(id: EndpointId): Promise<void>;
  /**
   * Sends an event of type `endpoint.test` to this endpoint alone, signed as any other, once, now, also when it is
   * paused or disabled. The attempt is in the log with the trigger `test` and tells nothing of the endpoint's health;
   * the event is in no list of events. Call `dispatcher.wake(companyId)` afterwards where there is one.
   */
  sendTest(id: EndpointId): Promise<TestDelivery>;
  /** Newest first; of one endpoint when given. `limit` 50 unless given. */
  notices(of: { companyId: string; endpointId?: string; limit?: number }): Promise<Notice[]>;
}
