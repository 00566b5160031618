import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../contract/contract.ts';
import type { Cursor } from '../paging/cursor.ts';
import type { RequestedPage } from '../paging/requested-page.ts';
import type { RequestQuery } from '../request/request-query.ts';
import type { ApiResponse } from '../responses/api-response.ts';
import { entityTag, requireMatch } from '../responses/entity-tag.ts';
import { writeJson } from '../responses/json-text.ts';

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

/**
 * Runs a handler and converts its result to a response.
 *
 * @throws what the handler throws; Error if the handler did not call `requireMatch` for a request with `If-Match`
 */
export async function runHandler<Context>(
  operation: Operation,
  handle: AnyHandler<Context>,
  { params, query, requestedPage, headers, body: requestBody, signal }: ValidRequest,
  context: Context,
): Promise<ApiResponse> {
  const ifMatch = operation.ifMatch ? headers['if-match'] : undefined;
  let isCompared = ifMatch === undefined;
  const { status, body, next } = await handle(
    {
      params,
      query,
      body: requestBody,
      page: requestedPage?.page,
      requireMatch(representation: unknown) {
        isCompared = true;
        requireMatch(ifMatch, representation);
      },
      signal,
    },
    context,
  );
  if (!isCompared) throw new Error('The handler did not call requireMatch for a request with If-Match.');
  const json = body === undefined ? undefined : await writeJson(body);
  return {
    status,
    json,
    headers: {
      ...(operation.location && { Location: locationOf(operation.location, params, body) }),
      ...(next && requestedPage && { Link: requestedPage.linkAfter(next) }),
      ...(operation.etag && json !== undefined && { ETag: await entityTag(json) }),
    },
  };
}
