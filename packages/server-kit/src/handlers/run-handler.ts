import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../admission/caller.ts';
import type { Operation } from '../contract/contract.ts';
import type { RequestKey } from '../idempotency/idempotency-records.ts';
import { runOnce } from '../idempotency/run-once.ts';
import type { Cursor } from '../paging/cursor.ts';
import type { RequestedPage } from '../paging/requested-page.ts';
import type { RequestQuery } from '../request/request-query.ts';
import type { ApiResponse } from '../responses/api-response.ts';
import { entityTag, notModifiedIfKnown, requireMatch } from '../responses/entity-tag.ts';
import { type Json, writeJson } from '../responses/json-text.ts';
import type { Steps } from './steps.ts';
import type { Transactions } from './transactions.ts';

type Params = Readonly<Record<string, string | undefined>>;

export interface HandlerResult {
  status: number;
  body?: unknown;
  next?: Cursor | undefined;
  version?: unknown;
  /** Further headers of the response. */
  headers?: Readonly<Record<string, string>>;
}

/** A handler without the types of its operation. */
export type AnyHandler<Context> = (
  request: Record<string, unknown>,
  context: Context | Steps<Context>,
) => Promise<unknown>;

/** A validated request. */
export interface ValidRequest {
  params: Params;
  query: RequestQuery;
  /** Undefined unless the operation is a list. */
  requestedPage: RequestedPage | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
  signal: AbortSignal;
}

/** Returns the path of a created record: its id is the last parameter, the others are those of the request. */
function locationOf(readPath: string, params: Params, created: unknown): string {
  const { id } = created as { id: string };
  return readPath
    .replace(/\{\w+\}$/, encodeURIComponent(id))
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** Returns the entity tag of the version in a handler's result, or of the body if the result has no version. */
function tagOf(version: unknown, body: Json | undefined): Promise<string> {
  const json = version === undefined ? body : JSON.stringify(version);
  if (json === undefined) throw new Error('The handler returned neither a body nor a version for the ETag.');
  return entityTag(json);
}

/** A validated request with its handler and the handler's dependencies. */
export interface HandlerRun<Who extends Caller, Context> {
  caller: Who;
  operation: Operation;
  handle: AnyHandler<Context>;
  valid: ValidRequest;
  /** Undefined if the response is not stored. */
  key: RequestKey | undefined;
  transactions: Transactions<Who, Context>;
}

/** The request of a handler, and the conversion of its result to a response. */
export interface HandlerRequest {
  request: Record<string, unknown>;
  /** @throws Error if the handler did not call `requireMatch` for a request with `If-Match` */
  respond(result: HandlerResult): Promise<ApiResponse>;
}

export function handlerRequest({
  operation,
  valid: { params, query, requestedPage, headers, body: requestBody, signal },
  key,
}: Pick<HandlerRun<never, never>, 'operation' | 'valid' | 'key'>): HandlerRequest {
  const ifMatch = operation.ifMatch ? headers['if-match'] : undefined;
  let isCompared = ifMatch === undefined;
  return {
    request: {
      params,
      query,
      body: requestBody,
      page: requestedPage?.page,
      idempotencyKey: key?.key,
      headers,
      requireMatch(version: unknown) {
        isCompared = true;
        requireMatch(ifMatch, version);
      },
      signal,
    },
    async respond({ status, body, next, version, headers: own }) {
      if (!isCompared) throw new Error('The handler did not call requireMatch for a request with If-Match.');
      const json = body === undefined ? undefined : await writeJson(body);
      const response: ApiResponse = {
        status,
        json,
        headers: {
          ...own,
          ...(operation.location && { Location: locationOf(operation.location, params, body) }),
          ...(next && requestedPage && { Link: requestedPage.linkAfter(next) }),
          ...(operation.etag && { ETag: await tagOf(version, json) }),
        },
      };
      return operation.readOnly ? notModifiedIfKnown(response, operation, headers) : response;
    },
  };
}

/** Runs a handler in one transaction, at most once for an idempotency key. @throws what the handler throws, 409 as `runOnce` does */
export async function runInTransaction<Who extends Caller, Context>(
  run: HandlerRun<Who, Context>,
): Promise<ApiResponse> {
  const { caller, operation, handle, valid, key, transactions } = run;
  const { signal } = valid;
  const work = async (context: Context) => {
    signal.throwIfAborted();
    const { request, respond } = handlerRequest(run);
    return respond((await handle(request, context)) as HandlerResult);
  };
  if (operation.readOnly) return transactions.read(caller, work, signal);
  return transactions.write(caller, (context, records) =>
    key ? runOnce(records, key, () => work(context)) : work(context),
  );
}
