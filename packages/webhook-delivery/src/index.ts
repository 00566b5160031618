export { type SignatureMode, signatureModes } from '@pv-planning/webhooks';
export {
  type AdministrationErrorCode,
  WebhookAdministrationError,
} from './administration/administration-error.ts';
export {
  type Attempt,
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryId,
} from './administration/deliveries.ts';
export type { Endpoint, EndpointChanges, EndpointId, Endpoints, Notice } from './administration/endpoint.ts';
export { createEndpoints, type EndpointsOptions } from './administration/endpoints.ts';
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  dispatcherConnections,
} from './dispatch/dispatcher.ts';
export { maxWaitingCounted, type NewNotice, type OnNotice } from './dispatch/results/save-health.ts';
export type { NewEvent } from './outbox/event-envelope.ts';
export { createOutbox, type Outbox, type OutboxOptions } from './outbox/outbox.ts';
export { type TestDelivery, testEventType } from './outbox/test-event.ts';
export { type DeliveryRules, defaultRules } from './queue/rules.ts';
export { purgeExpired } from './retention/purge-expired.ts';
export { resealSigningSecret } from './secrets/signing-secret.ts';
export type { NameServer } from './target/vet-target.ts';
export { listenForWakeUps } from './wake-up/listen-for-wake-ups.ts';
export {
  createDispatcherNotifier,
  type DispatcherNotifier,
  notifyDispatchers,
} from './wake-up/notify-dispatchers.ts';
