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

/** Options of one call; they default to the options of the client. */
export interface CallOptions {
  /** Cancels the call at any moment: while sending, reading, or waiting for the next attempt. */
  signal?: AbortSignal | undefined;
  /** Time limit for the whole call including retries and waits, in milliseconds. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. */
  maxRetries?: number | undefined;
  /** Further request headers, such as `X-Request-Id`. */
  headers?: Record<string, string> | undefined;
}

type QueryPart<O extends OperationId> = keyof Query<O> extends never
  ? Nothing
  : Nothing extends Query<O>
    ? { query?: Query<O> }
    : { query: Query<O> };
type BodyPart<O extends OperationId> =
  undefined extends Body<O>
    ? Nothing
    : Operations[O]['optionalBody'] extends true
      ? { body?: Body<O> }
      : { body: Body<O> };
type IfMatchPart<O extends OperationId> = Operations[O]['ifMatch'] extends true
  ? {
      /** The change applies only if the record still has this `etag`; otherwise the call fails with `version_conflict`. */
      ifMatch?: string;
    }
  : Nothing;
type IdempotencyPart<O extends OperationId> = Operations[O]['idempotent'] extends true
  ? {
      /** Calls with the same key and content take effect once. Unless set, generated for each POST, and for a PATCH with `ifMatch`. */
      idempotencyKey?: string | undefined;
    }
  : Nothing;

/** Everything a call of the operation takes: path parameters by name, `query`, `body` and call options. */
export type OperationRequest<O extends OperationId> = Flat<
  PathParams<O> & QueryPart<O> & BodyPart<O> & IfMatchPart<O> & IdempotencyPart<O> & CallOptions
>;

/** The arguments of the operation: one object, optional if nothing in it is required. */
export type Arguments<O extends OperationId> =
  Nothing extends OperationRequest<O> ? [request?: OperationRequest<O>] : [request: OperationRequest<O>];

/** The body of a successful response. */
export type Data<O extends OperationId> = Result<O>['body'];

/** One record of a list. */
export type Item<O extends ListOperationId> = Data<O>['data'][number];

/** A successful response with its headers. */
export type ApiResponse<O extends OperationId, Body = Data<O>> = Flat<
  {
    ok: true;
    data: Body;
    /** Quote it in support requests. */
    requestId: string | undefined;
    /** True for the stored response of an earlier request with the same idempotency key; this one changed nothing. */
    replayed: boolean;
    headers: Headers;
  } & (Operations[O]['etag'] extends true
    ? {
        /** Version of the record, for `ifMatch` and `ifChanged`. Empty if a proxy removed the header; no record has that version. */
        etag: string;
      }
    : Nothing)
>;

/** The reads that support `If-None-Match`. */
export type ConditionalReadId = {
  [O in OperationId]: Operations[O] extends { method: 'GET'; etag: true } ? O : never;
}[OperationId];

interface PlainOperation<O extends OperationId> {
  /** Resolves with the response body. @throws {PvPlanningError} */
  (...request: Arguments<O>): Promise<Data<O>>;
  /** Resolves with the body and the headers' `etag`, `requestId` and `replayed`. @throws {PvPlanningError} */
  withResponse(...request: Arguments<O>): Promise<ApiResponse<O>>;
  /** Resolves with the response or the error of the API, distinguished by `ok`. Throws only if there is no valid response. */
  safe(...request: Arguments<O>): Promise<ApiResponse<O> | ApiErrorOf<O>>;
}

interface ListOperation<O extends ListOperationId> {
  /**
   * Iterates over all matches, following the links from page to page: `query.limit` is the page size; `query.offset` or
   * `query.after` is the start.
   */
  all(...request: Arguments<O>): AsyncGenerator<Item<O>, void, undefined>;
}

/** The lists whose items can be complete. */
type CompletableListId = {
  [O in ListOperationId]: Query<O> extends { include?: string } ? O : never;
}[ListOperationId];

type FieldOfAny<Union> = Union extends unknown ? keyof Union : never;

/** The type of a union that has the fields of all. */
type Complete<Union, Field = FieldOfAny<Union>> = Union extends unknown
  ? [Field] extends [keyof Union]
    ? Union
    : never
  : never;

/** An item of a list that was requested with this query: complete if it has `include`. */
type ItemFor<O extends CompletableListId, Q> = [Q] extends [never]
  ? Exclude<Item<O>, Complete<Item<O>>>
  : Q extends { include: string }
    ? Complete<Item<O>>
    : 'include' extends keyof Q
      ? Item<O>
      : Exclude<Item<O>, Complete<Item<O>>>;

type DataFor<O extends CompletableListId, Q> = Flat<Omit<Data<O>, 'data'> & { data: ItemFor<O, Q>[] }>;

/** A request whose query has the type `Q`, without other fields than the operation takes. */
type RequestWith<O extends OperationId, Q> = Flat<
  Omit<OperationRequest<O>, 'query'> & { query?: Q & { [Field in Exclude<keyof Q, keyof Query<O>>]: never } }
>;

/** A list whose items are complete with `query.include`, as single reads return them. */
interface CompletableList<O extends CompletableListId> {
  /** Resolves with the response body. @throws {PvPlanningError} */
  <const Q extends Query<O> = never>(request?: RequestWith<O, Q>): Promise<DataFor<O, Q>>;
  /** Resolves with the body and the headers' `etag`, `requestId` and `replayed`. @throws {PvPlanningError} */
  withResponse<const Q extends Query<O> = never>(
    request?: RequestWith<O, Q>,
  ): Promise<ApiResponse<O, DataFor<O, Q>>>;
  /** Resolves with the response or the error of the API, distinguished by `ok`. Throws only if there is no valid response. */
  safe<const Q extends Query<O> = never>(
    request?: RequestWith<O, Q>,
  ): Promise<ApiResponse<O, DataFor<O, Q>> | ApiErrorOf<O>>;
  /** Iterates over all matches, following the links from page to page. */
  all<const Q extends Query<O> = never>(
    request?: RequestWith<O, Q>,
  ): AsyncGenerator<ItemFor<O, Q>, void, undefined>;
}

interface ConditionalRead<O extends ConditionalReadId> {
  /** Resolves with `undefined` if the record still has this `etag`. */
  ifChanged(request: OperationRequest<O> & { etag: string }): Promise<ApiResponse<O> | undefined>;
}

/** The reads whose path names the type of the product. */
type TypedReadId = {
  [O in ConditionalReadId]: [PathParams<O>, Data<O>] extends [{ type: string }, { materialType: string }]
    ? O
    : never;
}[ConditionalReadId];

type RequestOfType<O extends TypedReadId, Type> = Flat<Omit<OperationRequest<O>, 'type'> & { type: Type }>;

/** The records of this type; all if the type is known only at run time. */
type DataOfType<O extends TypedReadId, Type> = string extends Type
  ? Data<O>
  : Extract<Data<O>, { materialType: Type }>;

/** A read whose result has the type that its request names. */
interface TypedRead<O extends TypedReadId> {
  /** Resolves with the response body. @throws {PvPlanningError} */
  <Type extends string>(request: RequestOfType<O, Type>): Promise<DataOfType<O, Type>>;
  /** Resolves with the body and the headers' `etag`, `requestId` and `replayed`. @throws {PvPlanningError} */
  withResponse<Type extends string>(
    request: RequestOfType<O, Type>,
  ): Promise<ApiResponse<O, DataOfType<O, Type>>>;
  /** Resolves with the response or the error of the API, distinguished by `ok`. Throws only if there is no valid response. */
  safe<Type extends string>(
    request: RequestOfType<O, Type>,
  ): Promise<ApiResponse<O, DataOfType<O, Type>> | ApiErrorOf<O>>;
  /** Resolves with `undefined` if the record still has this `etag`. */
  ifChanged<Type extends string>(
    request: RequestOfType<O, Type> & { etag: string },
  ): Promise<ApiResponse<O, DataOfType<O, Type>> | undefined>;
}

/** One operation of the API as a function. */
export type Operation<O extends OperationId> = O extends CompletableListId
  ? CompletableList<O>
  : O extends TypedReadId
    ? TypedRead<O>
    : PlainOperation<O> &
        (O extends ListOperationId ? ListOperation<O> : unknown) &
        (O extends ConditionalReadId ? ConditionalRead<O> : unknown);

/** Every operation of the API under its operationId. The functions need no `this`. */
export type Client = { readonly [O in keyof Operations]: Operation<O> };
