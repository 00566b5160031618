import { calls, type OperationId } from '@pv-planning/contract';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import { createExchange } from './exchange.ts';
import { allItems } from './pages.ts';
import type { AnyApiResponse } from './response.ts';
import { type AnyRequest, createSend, type Send } from './send.ts';

export interface ClientOptions {
  /** Address of the service, without `/v1`: `https://planning.example`. */
  baseUrl: string;
  apiKey: string;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Maximum number of retries. Default: 3; 0 for none. */
  maxRetries?: number | undefined;
  /**
   * Time limit for a whole call including retries and waits, in milliseconds. Default: 120 000, which exceeds the longest
   * `Retry-After` of the rate limit.
   */
  timeoutMs?: number | undefined;
  /** Identifies your software in the service's log. Not for browsers. */
  userAgent?: string | undefined;
}

function operationMethod(send: Send, operationId: OperationId) {
  const withResponse = (request: AnyRequest = {}) => send(operationId, request) as Promise<AnyApiResponse>;
  const call = async (request?: AnyRequest) => (await withResponse(request)).data;
  return Object.assign(call, {
    withResponse,
    safe: (request?: AnyRequest) =>
      withResponse(request).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    ifChanged: ({ etag, ...request }: AnyRequest & { etag: string }) =>
      send(operationId, { ...request, ifNoneMatch: etag }),
    all: (request: AnyRequest = {}) => allItems(withResponse, request),
  });
}

/**
 * A client of the PV Planning API with one function per operation:
 *
 *     const client = createClient({ baseUrl: 'https://planning.example', apiKey });
 *     const customer = await client.createCustomer({ body: { lastName: 'Schneider' } });
 *     const same = await client.getCustomer({ id: customer.id });
 *
 * @throws {TypeError} if the key is missing, or the address ends with `/v1`
 */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    apiKey,
    fetch = globalThis.fetch,
    maxRetries = 3,
    timeoutMs = 120_000,
    userAgent,
  } = options;
  if (!apiKey) throw new TypeError('apiKey is missing');
  if (/\/v1\/*$/.test(baseUrl))
    throw new TypeError(`baseUrl must not end with /v1, which the client adds: ${baseUrl}`);
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json', 'User-Agent': userAgent };
  const send = createSend(createExchange(baseUrl, headers, fetch), { maxRetries, timeoutMs });
  const operationIds = Object.keys(calls) as OperationId[];
  const methods = operationIds.map((operationId) => [operationId, operationMethod(send, operationId)]);
  return Object.fromEntries(methods) as unknown as Client;
}
