export { type AdministrationRefusal, WebhookAdministrationError } from './administration-error.ts';
export {
  type Attempt,
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryId,
} from './deliveries.ts';
export { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatch/dispatcher.ts';
export type { Endpoint, EndpointId, Endpoints, SignatureMode } from './endpoint.ts';
export { createEndpoints, type EndpointsOptions } from './endpoints.ts';
export { type NewEvent, recordEvent } from './record-event.ts';
export { purgeExpired } from './retention.ts';
export { type DeliveryRules, defaultRules } from './rules.ts';
export type { NameResolver } from './target/vet-target.ts';
