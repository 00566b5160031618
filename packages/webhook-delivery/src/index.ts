export { type AdministrationRefusal, WebhookAdministrationError } from './administration-error.ts';
export {
  type Attempt,
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryId,
} from './deliveries.ts';
export { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatch/dispatcher.ts';
export {
  createEndpoints,
  type Endpoint,
  type EndpointId,
  type Endpoints,
  type EndpointsOptions,
  type SignatureMode,
} from './endpoints.ts';
export { type NewEvent, recordEvent } from './record-event.ts';
export { purgeExpired } from './retention.ts';
export { type DeliveryRules, defaultRules } from './rules.ts';
export type { NameResolver } from './target/vet-target.ts';
