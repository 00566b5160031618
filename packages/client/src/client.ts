import type {
  Body,
  ListOperationId,
  OperationId,
  operations,
  PathParams,
  Query,
  Result,
} from '@pv-planning/contract';
import type { ApiErrorOf } from './errors.ts';

type Operations = typeof operations;
type Nothing = Record<never, never>;
type Flat<T> = { [Key in keyof T]: T[Key] };

/** How one call is made; what is left out is taken from the options of the client. */
export interface CallOptions {
  /** Cancels the call at any moment: while sending, reading, or waiting for the next attempt. */
  signal?: AbortSignal | undefined;
  /** Longest time for the whole call, repeats and waits included, in milliseconds. */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated at most. */
  maxRetries?: number | undefined;
  /** Further request headers, such as `X-Request-Id`. */
  headers?: Record<string, string> | undefined;
}

type QueryPart<O extends OperationId> = keyof Query<O> extends never ? Nothing : { query?: Query<O> };
type BodyPart<O extends OperationId> = undefined extends Body<O> ? Nothing : { body: Body<O> };
type IfMatchPart<O extends OperationId> = Operations[O]['ifMatch'] extends true
  ? {
      /** Only when the record still has this `etag`; else the call is refused with `version_conflict`. */
      ifMatch?: string;
    }
  : Nothing;
type IdempotencyPart<O extends OperationId> = Operations[O]['idempotent'] extends true
  ? {
      /** Makes calls with the same key and content take effect once. Every call makes its own when you give none. */
      idempotencyKey?: string | undefined;
    }
  : Nothing;

/** All that a call of the operation takes: path parameters by their names, `query`, `body`, and how it is made. */
export type OperationRequest<O extends OperationId> = Flat<
  PathParams<O> & QueryPart<O> & BodyPart<O> & IfMatchPart<O> & IdempotencyPart<O> & CallOptions
>;

/** The arguments of the operation: one object, to be left out where nothing in it is required. */
export type Arguments<O extends OperationId> =
  Nothing extends OperationRequest<O> ? [request?: OperationRequest<O>] : [request: OperationRequest<O>];

/** What the operation answers with when it succeeds. */
export type Data<O extends OperationId> = Result<O>['body'];

/** One record of a list. */
export type Item<O extends ListOperationId> = Data<O>['data'][number];

/** A success with what its headers tell. */
export type Answer<O extends OperationId> = Flat<
  {
    ok: true;
    data: Data<O>;
    /** Name it when you ask for help. */
    requestId: string | undefined;
    /** The answer of an earlier request with the same idempotency key: this one changed nothing. */
    replayed: boolean;
    headers: Headers;
  } & (Operations[O]['etag'] extends true
    ? {
        /** Version of the record, for `ifMatch` and `ifChanged`. Empty if a proxy removed it: that is no version of any record. */
        etag: string;
      }
    : Nothing)
>;

/** The reads that can answer "not changed". */
export type ConditionalReadId = {
  [O in OperationId]: Operations[O] extends { method: 'GET'; etag: true } ? O : never;
}[OperationId];

interface PlainOperation<O extends OperationId> {
  /** Resolves with the body of the success. @throws {PvPlanningError} */
  (...request: Arguments<O>): Promise<Data<O>>;
  /** Resolves with the body and what the headers tell: `etag`, `requestId`, `replayed`. @throws {PvPlanningError} */
  withResponse(...request: Arguments<O>): Promise<Answer<O>>;
  /** Resolves with the answer or with the refusal, told apart by `ok`. Throws only when there is no valid answer. */
  safe(...request: Arguments<O>): Promise<Answer<O> | ApiErrorOf<O>>;
}

interface ListOperation<O extends ListOperationId> {
  /** All matches, page by page: `query.limit` is the size of a page, `query.offset` where to begin. */
  all(...request: Arguments<O>): AsyncGenerator<Item<O>, void, undefined>;
}

interface ConditionalRead<O extends ConditionalReadId> {
  /** Reads only what you do not have: `undefined` when the record still has this `etag`. */
  ifChanged(request: OperationRequest<O> & { etag: string }): Promise<Answer<O> | undefined>;
}

/** One operation of the API as a function. */
export type Operation<O extends OperationId> = PlainOperation<O> &
  (O extends ListOperationId ? ListOperation<O> : unknown) &
  (O extends ConditionalReadId ? ConditionalRead<O> : unknown);

/** Every operation of the API under its operationId. The functions need no `this`. */
export type Client = { readonly [O in keyof Operations]: Operation<O> };
