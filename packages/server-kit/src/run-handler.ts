import type { IncomingHttpHeaders } from 'node:http';
import type { ApiResponse } from './api-response.ts';
import type { Operation } from './contract.ts';
import type { Cursor } from './cursor.ts';
import { entityTag, requireMatch } from './entity-tag.ts';
import type { RequestedPage } from './page.ts';
import type { RequestQuery } from './request-query.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** A handler without the types of its operation. */
export type AnyHandler<Context> = (
  request: Record<string, unknown>,
  context: Context,
) => Promise<{ status: number; body?: unknown; next?: Cursor | undefined }>;

/** A validated request. */
export interface ValidRequest {
  params: Params;
  query: RequestQuery;
  /** Undefined unless the operation is a list. */
  requested: RequestedPage | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
  signal: AbortSignal;
}

/** Returns the path of a created record. Its id fills the last parameter, the request's parameters fill the others. */
function locationOf(readPath: string, params: Params, created: unknown): string {
  const { id } = created as { id: string };
  return readPath
    .replace(/\{\w+\}$/, encodeURIComponent(id))
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Runs a handler and converts its result to a reply.
 *
 * @throws what the handler throws; Error if the handler did not call `requireMatch` for a request with `If-Match`
 */
export async function runHandler<Context>(
  operation: Operation,
  handle: AnyHandler<Context>,
  { params, query, requested, headers, body: sent, signal }: ValidRequest,
  context: Context,
): Promise<ApiResponse> {
  const ifMatch = operation.ifMatch ? headers['if-match'] : undefined;
  let isCompared = ifMatch === undefined;
  const { status, body, next } = await handle(
    {
      params,
      query,
      body: sent,
      page: requested?.page,
      requireMatch(representation: unknown) {
        isCompared = true;
        requireMatch(ifMatch, representation);
      },
      signal,
    },
    context,
  );
  if (!isCompared) throw new Error('The handler did not call requireMatch for a request with If-Match.');
  const json = body === undefined ? undefined : JSON.stringify(body);
  return {
    status,
    json,
    headers: {
      ...(operation.location && { Location: locationOf(operation.location, params, body) }),
      ...(next && requested && { Link: requested.linkAfter(next) }),
      ...(operation.etag && json !== undefined && { ETag: entityTag(json) }),
    },
  };
}
