import type { operations as OperationTypes, webhooks } from './generated/api.ts';
import type { errors } from './generated/errors.ts';
import type { events } from './generated/events.ts';
import type { operations } from './generated/operations.ts';
import type { AddressInputOrNull, AddressOrNull, ErrorDetail, GeoPointOrNull } from './generated/schemas.ts';
import type { scopes } from './generated/scopes.ts';

/** An operation of the API, such as `getCustomer`. */
export type OperationId = keyof typeof operations;

/** What an API key may be allowed to do, such as `read:customers`. */
export type Scope = keyof typeof scopes;

/** A machine-readable code of an error body. */
export type ErrorCode = keyof typeof errors;

/** The codes that the operation can answer with. */
export type ErrorCodeOf<O extends OperationId> = (typeof operations)[O]['errors'][number];

/** The body of every answer that is not a success; `details` comes with status 400 and with `already_exists`. */
export interface ApiError<Code extends ErrorCode = ErrorCode> {
  error: Code;
  message: string;
  details?: ErrorDetail[];
}

/** The path parameters of the operation. */
export type PathParams<O extends OperationId> = Given<OperationTypes[O]['parameters']['path']>;

/** The query parameters of the operation as a caller may send them. */
export type Query<O extends OperationId> = Given<OperationTypes[O]['parameters']['query']>;

/** The query parameters as a server receives them: `limit` and `offset` have their defaults. */
export type ReceivedQuery<O extends OperationId> = Query<O> &
  Required<Pick<Query<O>, keyof Query<O> & ('limit' | 'offset')>>;

/** The JSON body that the operation takes, `undefined` when it takes none. */
export type Body<O extends OperationId> = OperationTypes[O] extends { requestBody: JsonContent<infer B> }
  ? B
  : undefined;

/** The success of the operation: its status and its JSON body; without a body for 204. */
export type Result<O extends OperationId> = OperationTypes[O]['responses'] extends infer Responses
  ? { [S in keyof Responses & (typeof operations)[O]['status']]: ResultOf<S, Responses[S]> }[keyof Responses &
      (typeof operations)[O]['status']]
  : never;

/** The types of all operations as a server implements them. */
export type ServedOperations = {
  [O in OperationId]: { params: PathParams<O>; query: ReceivedQuery<O>; body: Body<O>; result: Result<O> };
};

/** The operations that answer with a page `{ data, total, limit, offset }`. */
export type ListOperationId = {
  [O in OperationId]: Result<O> extends { body: { data: unknown[]; total: number } } ? O : never;
}[OperationId];

/** A postal address as it is read. */
export type Address = NonNullable<AddressOrNull>;

/** A postal address as it is sent. */
export type AddressInput = NonNullable<AddressInputOrNull>;

/** A position on the map. */
export type GeoPoint = NonNullable<GeoPointOrNull>;

/** The name of an event, such as `customer.created`. */
export type EventType = keyof typeof events & keyof webhooks;

/** The body of one kind of event, as it is sent and as the events API returns it. */
export type EventOf<E extends EventType> = webhooks[E]['post']['requestBody']['content']['application/json'];

/** The `data` of one kind of event. */
export type EventData<E extends EventType> = EventOf<E>['data'];

type Given<Parameters> = [Exclude<Parameters, undefined>] extends [never]
  ? Record<never, never>
  : Exclude<Parameters, undefined>;
type JsonContent<B> = { content: { 'application/json': B } };
type ResultOf<S, Response> =
  Response extends JsonContent<infer B> ? { status: S; body: B } : { status: S; body?: undefined };
