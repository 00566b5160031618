export { type SignatureMode, signatureModes } from '@pv-planning/webhooks';
export { type AdministrationRefusal, WebhookAdministrationError } from './administration-error.ts';
export {
  type Attempt,
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryId,
} from './deliveries.ts';
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  dispatcherConnections,
} from './dispatch/dispatcher.ts';
export type { Endpoint, EndpointChanges, EndpointId, Endpoints, Notice } from './endpoint.ts';
export { createEndpoints, type EndpointsOptions } from './endpoints.ts';
export { type NewEvent, type RecordedEvent, recordEvent } from './record-event.ts';
export { recordEvents } from './record-events.ts';
export { purgeExpired } from './retention.ts';
export { type DeliveryRules, defaultRules } from './rules.ts';
export type { NameServer } from './target/vet-target.ts';
export { type TestDelivery, testEventType } from './test-event.ts';
export {
  createDispatcherNotifier,
  type DispatcherNotifier,
  listenForWakeUps,
  notifyDispatchers,
  type WakeUpOptions,
} from './wake-up.ts';
