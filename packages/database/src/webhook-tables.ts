import type { Generated } from 'kysely';

/** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
type Timestamp = string;

/**
 * Why a delivery is sent: because the event happened; because somebody asked for it once more; as one of everything
 * that had failed; as a test of the endpoint.
 */
type DeliveryTrigger = 'auto' | 'manual' | 'recover' | 'test';

/** Who receives which events. */
export interface WebhookEndpointTable {
  companyId: string;
  /** UUIDv7. */
  id: string;
  url: string;
  /** `['*']` for every type. */
  eventTypes: string[];
  state: Generated<'active' | 'paused' | 'disabled' | 'deleted'>;
  stateReason: string | null;
  stateChangedAt: Generated<Timestamp>;
  /** Encrypted, and so is `previousSecret`. */
  secret: string;
  previousSecret: string | null;
  /** Until when deliveries are signed with the previous secret too. */
  previousSecretUntil: Timestamp | null;
  signatureMode: Generated<'both' | 'base64' | 'hex'>;
  consecutiveFailures: Generated<number>;
  failingSince: Timestamp | null;
  gateUntil: Timestamp | null;
  sendWindow: Generated<number>;
  maxInFlight: Generated<number>;
  /** Enabled, and what has queued still stands there as it was. */
  releasePending: Generated<boolean>;
  servedAt: Generated<Timestamp>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
}

/** What happened, and the exact text that tells it. */
export interface WebhookEventTable {
  companyId: string;
  /** UUIDv7, the `id` of the envelope. */
  id: string;
  type: string;
  createdAt: Timestamp;
  body: string;
}

/** The queue: an event that an endpoint has still to receive. */
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
  leaseToken: string | null;
}

/** An event that an endpoint has received, or will not receive any more. */
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

/** One request to an endpoint and its answer. */
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
   * Milliseconds from the start to each point that was reached: `resolved`, `connected`, `secured`, `answered`; and
   * `resent`, when a kept connection broke at once and the request was made again on a new one.
   */
  timings: Record<string, number> | null;
  requestHeaders: Record<string, string> | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  /** Its beginning. */
  responseBody: string | null;
  responseTruncated: Generated<boolean>;
  nextAttemptAt: Timestamp | null;
}

/** What people should know of an endpoint that fails again and again. */
export interface WebhookNoticeTable {
  companyId: string;
  /** UUIDv7. */
  id: string;
  endpointId: string;
  /** It fails again and again, or it was disabled for that. */
  kind: 'failing' | 'disabled';
  consecutiveFailures: number;
  failingSince: Timestamp;
  /** Of the last failed attempt. */
  errorCode: string | null;
  errorText: string | null;
  createdAt: Generated<Timestamp>;
}

/** Tables of webhook delivery, as their migration creates them. */
export interface WebhookTables {
  webhookEndpoint: WebhookEndpointTable;
  webhookEvent: WebhookEventTable;
  webhookDelivery: WebhookDeliveryTable;
  webhookDeliveryFinished: WebhookDeliveryFinishedTable;
  webhookAttempt: WebhookAttemptTable;
  webhookNotice: WebhookNoticeTable;
}
