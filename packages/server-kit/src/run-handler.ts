import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './contract.ts';
import { entityTag, requireMatch } from './entity-tag.ts';
import { requestedPage } from './page.ts';
import type { Reply } from './reply.ts';
import type { RequestQuery } from './request-query.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** A handler with the types of its operation forgotten. */
export type AnyHandler<Context> = (
  request: Record<string, unknown>,
  context: Context,
) => Promise<{ status: number; body?: unknown }>;

/** A request that was held against the contract. */
export interface ValidRequest {
  params: Params;
  query: RequestQuery;
  headers: IncomingHttpHeaders;
  body: unknown;
  signal: AbortSignal;
}

/** The address of a created record: its id is the last parameter of the path that reads it, the others are the request's. */
function locationOf(readPath: string, params: Params, created: unknown): string {
  const { id } = created as { id: string };
  return readPath
    .replace(/\{\w+\}$/, encodeURIComponent(id))
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Lets a handler answer a request.
 *
 * @throws what the handler throws; Error when it has not compared `If-Match`
 */
export async function runHandler<Context>(
  operation: Operation,
  handle: AnyHandler<Context>,
  { params, query, headers, body: sent, signal }: ValidRequest,
  context: Context,
): Promise<Reply> {
  const ifMatch = operation.ifMatch ? headers['if-match'] : undefined;
  let isCompared = ifMatch === undefined;
  const { status, body } = await handle(
    {
      params,
      query,
      body: sent,
      page: requestedPage(operation, query),
      requireMatch(representation: unknown) {
        isCompared = true;
        requireMatch(ifMatch, representation);
      },
      signal,
    },
    context,
  );
  if (!isCompared) throw new Error('The handler has not compared If-Match.');
  const json = body === undefined ? undefined : JSON.stringify(body);
  return {
    status,
    json,
    headers: {
      ...(operation.location && { Location: locationOf(operation.location, params, body) }),
      ...(operation.etag && json !== undefined && { ETag: entityTag(json) }),
    },
  };
}
