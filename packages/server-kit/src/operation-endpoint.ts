import type { OperationId } from '@pv-planning/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Backend, Reply } from './backend.ts';
import { entityTag, isKnown, requireMatch } from './entity-tag.ts';
import type { Handlers } from './handler.ts';
import { fingerprint, type KeyQueue, onlyOnce } from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { FoundOperation } from './operation-lookup.ts';
import { requestedPage } from './page.ts';
import { sendChecked, sendJson } from './send-json.ts';

/** A handler with the types of its operation forgotten. */
type AnyHandler<Context> = (
  request: Record<string, unknown>,
  context: Context,
) => Promise<{ status: number; body?: unknown }>;

/** The address of a created record: its id is the last parameter of the path that reads it, the others are the request's. */
function locationOf(readPath: string, params: FoundOperation['params'], created: unknown): string {
  const { id } = created as { id: string };
  return readPath
    .replace(/\{\w+\}$/, encodeURIComponent(id))
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

interface Endpoint<Context> {
  operationId: string;
  operation: Operation;
  handlers: Handlers<Context>;
  backend: Backend<Context>;
  queued: KeyQueue;
  validateResponses: boolean;
}

/** The last step of an operation: idempotency key, handler, answer. */
export function operationEndpoint<Context>({
  operationId,
  operation,
  handlers,
  backend,
  queued,
  validateResponses,
}: Endpoint<Context>): RequestHandler {
  const send = validateResponses ? sendChecked : sendJson;
  const handle = handlers[operationId as OperationId] as unknown as AnyHandler<Context>;

  async function handled(
    request: Request,
    params: FoundOperation['params'],
    context: Context,
  ): Promise<Reply> {
    const { query, body: sent } = request;
    const ifMatch = operation.ifMatch ? request.headers['if-match'] : undefined;
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
      },
      context,
    );
    if (!isCompared) throw new Error(`The handler of ${operationId} has not compared If-Match.`);
    const json = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(operation.location && { Location: locationOf(operation.location, params, body) }),
      ...(operation.etag && json !== undefined && { ETag: entityTag(json) }),
    };
    return { status, json, headers };
  }

  async function replyTo(
    request: Request,
    { caller, params, bodyBytes }: Response['locals'],
  ): Promise<Reply> {
    const key = operation.idempotent ? request.get('idempotency-key') : undefined;
    const work = (context: Context) => handled(request, params, context);
    if (operation.readOnly) return backend.read(caller, work);
    if (key === undefined) return backend.write(caller, work);
    const print = fingerprint({ operationId, target: request.originalUrl, bodyBytes });
    return queued(`${caller.keyId} ${key}`, () =>
      backend.write(caller, (context, records) => onlyOnce(records, key, print, () => work(context))),
    );
  }

  return async (request, response) => {
    // Nobody waits for the answer any more, and the turn of the company is another's.
    if (response.closed) return;
    response.locals.reply = replyTo(request, response.locals);
    const reply = await response.locals.reply;
    for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
    const { ETag: tag } = reply.headers;
    if (operation.method === 'GET' && tag && isKnown(request.headers['if-none-match'], tag)) {
      response.status(304).end();
      return;
    }
    // Express would compare it again, and take `*` for a match where there is no tag.
    delete request.headers['if-none-match'];
    response.status(reply.status);
    if (reply.json === undefined) response.end();
    else send(response, reply.json);
  };
}
