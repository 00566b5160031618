// Generated from openapi/ by "npm run generate". Do not edit.
import type {
  BodyOf,
  ErrorBody,
  EventBodyOf,
  PathParamsOf,
  QueryOf,
  Received,
  ResultOf,
  SchemaNamed,
} from '../../operation-types.ts';
import type { components, operations as OperationTypes, webhooks as WebhookTypes } from './api.ts';
import type { errors } from './errors.ts';
import type { events } from './events.ts';
import type { operations } from './operations.ts';
import type { scopes } from './scopes.ts';

export type { components, paths, webhooks } from './api.ts';
export { calls } from './calls.ts';
export { errors } from './errors.ts';
export { events } from './events.ts';
export { formats } from './formats.ts';
export { operations } from './operations.ts';
export type * from './schemas.ts';
export { scopes } from './scopes.ts';
export { states } from './states.ts';

/** An operation, such as `getCustomer`. */
export type OperationId = keyof typeof operations;

/** A permission of a caller, such as `read:customers`. */
export type Scope = keyof typeof scopes;

/** A machine-readable code of an error body. */
export type ErrorCode = keyof typeof errors;

/** The error codes that the operation can return. */
export type ErrorCodeOf<O extends OperationId> = (typeof operations)[O]['errors'][number];

/** The body of every error response. `details` is present with status 400 and with `already_exists`. */
export interface ApiError<Code extends ErrorCode = ErrorCode>
  extends ErrorBody<Code, SchemaNamed<'ErrorDetail', components['schemas']>> {}

/** The path parameters of the operation. */
export type PathParams<O extends OperationId> = PathParamsOf<OperationTypes[O]>;

/** The query parameters of the operation, as sent by a caller. */
export type Query<O extends OperationId> = QueryOf<OperationTypes[O]>;

/** The query parameters of the operation, as received by a server: with the defaults of `limit` and `offset`. */
export type ReceivedQuery<O extends OperationId> = Received<Query<O>>;

/** The JSON request body of the operation, or `undefined` if it has none. A server receives `{}` for an absent optional body. */
export type Body<O extends OperationId> = BodyOf<OperationTypes[O]>;

/** The successful response of the operation: its status and its JSON body. 204 has no body. */
export type Result<O extends OperationId> = ResultOf<OperationTypes[O], (typeof operations)[O]['status']>;

/** The types of all operations as a server implements them. */
export type ServedOperations = {
  [O in OperationId]: { params: PathParams<O>; query: ReceivedQuery<O>; body: Body<O>; result: Result<O> };
};

/** The operations that return a page, `{ data, total, limit, offset }`. */
export type ListOperationId = {
  [O in OperationId]: Result<O> extends { body: { data: unknown[]; total: number } } ? O : never;
}[OperationId];

/** The name of an event, such as `customer.created`. */
export type EventType = keyof typeof events & keyof WebhookTypes;

/** The body of an event of one type, as sent to endpoints and as returned by the events API. */
export type EventOf<E extends EventType> = EventBodyOf<WebhookTypes[E]>;

/** The `data` of an event of one type. */
export type EventData<E extends EventType> = EventOf<E>['data'];
