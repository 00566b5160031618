export type { Disturbance } from './http/disturbances.ts';
export type { Operation } from './http/routes.ts';
export { apiVersion, type EventType, type PaymentMethod } from './provider/objects.ts';
export { type StripeStandIn, startStripeStandIn } from './stand-in.ts';
export type { Account } from './store.ts';
