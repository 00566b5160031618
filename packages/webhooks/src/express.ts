import type { WebhookHeaders } from './headers.ts';
import { type ReceiverOptions, readBytes, rejection } from './receive.ts';
import { WebhookVerificationError } from './verification-error.ts';
import { verify } from './verify.ts';

/** The parts of an Express 4 or 5 request that the handler uses. */
export interface ExpressRequest extends AsyncIterable<Uint8Array> {
  headers: WebhookHeaders;
  readableEnded: boolean;
  body?: unknown;
  rawBody?: unknown;
}

/** The parts of an Express 4 or 5 response that the handler uses. */
export interface ExpressResponse {
  statusCode: number;
  headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * A route handler for Express 4 and 5: `app.post('/webhooks', expressWebhook({ secret, onEvent }))`.
 * Mount it before `express.json()`, because it reads the raw body. It also accepts the bytes that `express.raw()` left in
 * `request.body`, or that your code kept in `request.rawBody`.
 *
 * Responds with 204 when `onEvent` succeeds and with 400 (413) and `{ error, message }` when it rejects the delivery. Errors of
 * `onEvent` and `body_already_parsed` go to Express's error handler.
 */
export function expressWebhook(options: ReceiverOptions) {
  return async function receiveWebhook(
    request: ExpressRequest,
    response: ExpressResponse,
    next: (error?: unknown) => void,
  ): Promise<void> {
    try {
      const body = await exactBody(request, options.limit);
      const event = verify({ ...options, headers: request.headers, body });
      await options.onEvent(event);
      if (response.headersSent) return;
      response.statusCode = 204;
      response.end();
    } catch (error) {
      if (error instanceof WebhookVerificationError && error.code !== 'body_already_parsed') {
        refuse(response, error);
      } else {
        next(error);
      }
    }
  };
}

function refuse(response: ExpressResponse, error: WebhookVerificationError) {
  const { status, body } = rejection(error);
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
}

async function exactBody(request: ExpressRequest, limit?: number): Promise<string | Uint8Array> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (!request.readableEnded) return readBytes(request, limit);
  throw new WebhookVerificationError(
    'body_already_parsed',
    'A body parser ran before expressWebhook, so the raw bytes are gone. Mount this route before express.json(), ' +
      'or keep the bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).',
  );
}
