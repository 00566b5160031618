import { type ReceiverOptions, readBytes, rejection } from './receive.ts';
import { WebhookVerificationError } from './verification-error.ts';
import { verify } from './verify.ts';

/**
 * A handler for frameworks based on the fetch standard (Next.js route handlers, Hono, Remix, Bun, Deno):
 * `export const POST = fetchWebhook({ secret, onEvent })`.
 *
 * Responds with 204 when `onEvent` succeeds and with 400 (413) and `{ error, message }` when it rejects the delivery. An error of
 * `onEvent` rejects the promise, which frameworks answer with 500.
 */
export function fetchWebhook(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async function receiveWebhook(request) {
    try {
      const body = await readBytes(request.body, options.limit);
      const event = verify({ ...options, headers: request.headers, body });
      await options.onEvent(event);
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      const { status, body } = rejection(error);
      return new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
    }
  };
}
