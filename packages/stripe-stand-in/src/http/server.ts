import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isLoopback } from '../resources/accounts.ts';
import type { ApiRequest, ApiResponse } from './api.ts';
import { decodeForm } from './form.ts';

export interface PageResponse {
  status: number;
  body?: string;
  location?: string;
}

interface Handlers {
  api(request: ApiRequest): ApiResponse;
  /** The page of the checkout session with this id. */
  page(id: string, form: Record<string, unknown> | undefined): PageResponse;
}

async function respondApi({ api }: Handlers, request: IncomingMessage, url: URL, response: ServerResponse) {
  const isGet = request.method === 'GET';
  const answer = api({
    method: request.method ?? '',
    path: url.pathname,
    parameters: decodeForm(isGet ? url.search.slice(1) : await text(request)),
    headers: {
      authorization: request.headers.authorization,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      version: request.headers['stripe-version']?.toString(),
    },
  });
  const { status, body, requestId, isReplayed, transport } = answer;
  if (transport === 'hang') return;
  if (transport === 'drop') return response.destroy();
  if (transport instanceof Promise) await transport;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Request-Id': requestId,
    ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
  });
  response.end(JSON.stringify(body, null, 2));
}

async function respondPage(
  { page }: Handlers,
  request: IncomingMessage,
  id: string,
  response: ServerResponse,
) {
  const form = request.method === 'POST' ? decodeForm(await text(request)) : undefined;
  const { status, body, location } = page(id, form);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *",
    ...(location !== undefined && { Location: location }),
  });
  response.end(body);
}

async function respond(handlers: Handlers, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  // Another site whose name points here (DNS rebinding) must not reach it.
  if (!isLoopback(url.hostname)) return response.writeHead(403).end();
  if (url.pathname.startsWith('/v1/')) return respondApi(handlers, request, url, response);
  const id = /^\/pay\/(\w+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) return respondPage(handlers, request, id, response);
  return response.writeHead(404).end();
}

/** A server for API and pages; not yet listening. */
export function createProviderServer(handlers: Handlers) {
  return createServer((request, response) => {
    respond(handlers, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
}
