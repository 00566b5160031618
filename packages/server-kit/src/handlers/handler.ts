import type { IncomingHttpHeaders } from 'node:http';
import type { Contract, OperationId, TypesOf } from '../contract/contract.ts';
import type { Cursor } from '../paging/cursor.ts';
import type { Page } from '../paging/requested-page.ts';
import type { Finished, Steps } from './steps.ts';

type SortField<C extends Contract, O extends OperationId<C>> = C['operations'][O]['sortable'][number];

/**
 * For a list operation, also contains the cursor of its last row if rows follow. For an operation with an `ETag`, also contains
 * the version of the record.
 */
type ResultOf<C extends Contract, O extends OperationId<C>> = TypesOf<C, O>['result'] &
  NextOf<SortField<C, O>> &
  VersionOf<C['operations'][O]['etag']>;

type NextOf<Field extends string> = [Field] extends [never]
  ? unknown
  : string extends Field
    ? { next?: Cursor | undefined }
    : { next: Cursor | undefined };

type VersionOf<HasTag extends boolean> = HasTag extends true
  ? {
      /** A JSON value that changes whenever the record does, from which the `ETag` is calculated. Default: the body. */
      version?: unknown;
    }
  : unknown;

type PageOf<Field extends string> = [Field] extends [never] ? undefined : Page<Field>;

/** A request that satisfies the contract, as plain data. */
export interface OperationRequest<C extends Contract, O extends OperationId<C>> {
  params: TypesOf<C, O>['params'];
  query: TypesOf<C, O>['query'];
  /** The bytes as sent for an operation with a raw body, otherwise JSON. */
  body: C['operations'][O] extends { rawBody: true } ? Buffer : TypesOf<C, O>['body'];
  page: PageOf<SortField<C, O>>;
  /**
   * Identifies the request among those of its caller by its `Idempotency-Key`, so that a handler in steps can continue the work
   * of an earlier run. For an anonymous caller, it also depends on the body. Undefined if the response is not stored.
   */
  idempotencyKey: string | undefined;
  /** As sent, for example with the signature of the body. */
  headers: IncomingHttpHeaders;
  /**
   * Requires that the caller's `If-Match`, if any, matches the version of the record. Call it after locking the row, with the
   * `version` that the read operation returns, or with its body if it returns none.
   *
   * @throws 409 `version_conflict`
   */
  requireMatch(version: unknown): void;
  /**
   * Aborted when the client disconnects or the time limit expires. Reads and waits end. A started write is completed, as are the
   * steps after the first one that has written.
   */
  signal: AbortSignal;
}

/**
 * Handles one operation, in one transaction or in steps (`x-request`). Any thrown error other than `ApiError` becomes 500
 * `internal_error`.
 */
export type Handler<C extends Contract, O extends OperationId<C>, Context> = C['operations'][O] extends {
  steps: true;
}
  ? (request: OperationRequest<C, O>, steps: Steps<Context>) => Promise<Finished<ResultOf<C, O>>>
  : (request: OperationRequest<C, O>, context: Context) => Promise<ResultOf<C, O>>;

/** One handler for each operation of the contract. A missing handler or a wrong result does not compile. */
export type Handlers<C extends Contract, Context> = { [O in OperationId<C>]: Handler<C, O, Context> };
