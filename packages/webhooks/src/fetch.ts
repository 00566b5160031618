import { type ReceiverOptions, readBytes, refusal } from './receive.ts';
import { WebhookVerificationError } from './verification-error.ts';
import { verify } from './verify.ts';

/**
 * A handler for frameworks that speak the fetch standard (Next.js route handlers, Hono, Remix, Bun, Deno):
 * `export const POST = fetchWebhook({ secret, onEvent })`.
 *
 * Answers 204 when `onEvent` succeeded, 400 (413) with `{ error, message }` when the delivery is refused. What
 * `onEvent` throws rejects the promise, which frameworks answer with 500.
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
      const { status, body } = refusal(error);
      return new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
    }
  };
}
