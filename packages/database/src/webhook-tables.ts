import type { Generated } from 'kysely';

/** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
type Timestamp = string;

/**
 * The reason for a delivery: the event itself, a manual redelivery, the recovery of all failed deliveries, or a test of the
 * endpoint.
 */
type DeliveryTrigger = 'auto' | 'manual' | 'recover' | 'test';

/** An endpoint and the event types that it receives. */
export interface WebhookEndpointTable {
  companyId: string;
  /** UUIDv7. */
  id: string;
  url: string;
  /** `['*']` for all types. */
  eventTypes: string[];
  state: Generated<'active' | 'paused' | 'disabled' | 'deleted'>;
  stateReason: string | null;
  stateChangedAt: Generated<Timestamp>;
  /** Encrypted, like `previousSecret`. */
  secret: string;
  previousSecret: string | null;
  /** End of the period in which deliveries are also signed with the previous secret. */
  previousSecretUntil: Timestamp | null;
  signatureMode: Generated<'both' | 'base64' | 'hex'>;
  consecutiveFailures: Generated<number>;
  failingSince: Timestamp | null;
  /** Time at which the last counted failure was saved. */
  failedAt: Timestamp | null;
  /** The error of the last failed attempt; null after a success. */
  lastErrorCode: string | null;
  lastErrorText: string | null;
  gateUntil: Timestamp | null;
  /**
   * Maximum number of attempts in flight while the endpoint recovers. Grows with each success until it no longer limits attempts.
   */
  sendWindow: Generated<number>;
  /** Limits set by the owner: attempts in flight, and attempts per second. */
  maxInFlight: number | null;
  rate: number | null;
  /** Time up to which the rate is used up, in seconds since 1970. */
  rateUsedUntil: Generated<number>;
  claimNumber: Generated<string>;
  /** The endpoint was enabled, but its queued deliveries have not been updated yet. */
  releasePending: Generated<boolean>;
  servedAt: Generated<Timestamp>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
}

/** An event and the exact text of its body. */
export interface WebhookEventTable {
  companyId: string;
  /** UUIDv7, the `id` of the envelope. */
  id: string;
  type: string;
  createdAt: Timestamp;
  body: string;
}

/** The queue: an event that an endpoint has not yet received. */
export interface WebhookDeliveryTable {
  companyId: string;
  id: Generated<string>;
  endpointId: string;
  eventId: string;
  eventType: string;
  eventCreatedAt: Timestamp;
  trigger: Generated<DeliveryTrigger>;
  attempts: Generated<number>;
  budgetFrom: Generated<number>;
  losses: Generated<number>;
  dueAt: Timestamp;
  /** Identifies the lease and the attempt made under it. */
  leaseToken: string | null;
  leasedAt: Timestamp | null;
  leaseUntil: Timestamp | null;
  /** The dispatcher. If above 0, it holds the advisory lock with this number while it is alive. */
  leasedBy: number | null;
}

/** A completed delivery: the endpoint has received the event, or attempts have ended. */
export interface WebhookDeliveryFinishedTable {
  companyId: string;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  eventCreatedAt: Timestamp;
  status: 'delivered' | 'exhausted' | 'discarded';
  attempts: number;
  finishedAt: Generated<Timestamp>;
}

/** One request to an endpoint and its response. */
export interface WebhookAttemptTable {
  companyId: string;
  deliveryId: string;
  id: string;
  endpointId: string;
  eventId: string;
  attemptNumber: number;
  trigger: DeliveryTrigger;
  outcome: 'delivered' | 'failed' | 'lost' | 'discarded';
  errorCode: string | null;
  errorText: string | null;
  url: string;
  startedAt: Timestamp;
  durationMs: number | null;
  /**
   * Milliseconds from the start to each stage reached: `resolved`, `connected`, `secured`, `answered`; and `resent` if a reused
   * connection broke immediately and the request was sent again on a new one.
   */
  timings: Record<string, number> | null;
  requestHeaders: Record<string, string> | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  /** The first part of the response body. */
  responseBody: string | null;
  responseTruncated: Generated<boolean>;
  nextAttemptAt: Timestamp | null;
}

/** A notice to operators about an endpoint that fails repeatedly. */
export interface WebhookNoticeTable {
  companyId: string;
  /** UUIDv7. */
  id: string;
  endpointId: string;
  /** Whether the endpoint fails repeatedly or was disabled for it. */
  kind: 'failing' | 'disabled';
  consecutiveFailures: number;
  failingSince: Timestamp;
  /** The error of the last failed attempt. */
  errorCode: string | null;
  errorText: string | null;
  createdAt: Generated<Timestamp>;
}

/** Tables of webhook delivery, matching their migration. */
export interface WebhookTables {
  webhookEndpoint: WebhookEndpointTable;
  webhookEvent: WebhookEventTable;
  webhookDelivery: WebhookDeliveryTable;
  webhookDeliveryFinished: WebhookDeliveryFinishedTable;
  webhookAttempt: WebhookAttemptTable;
  webhookNotice: WebhookNoticeTable;
}
