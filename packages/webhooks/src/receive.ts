import type { WebhookEvent } from '@pv-planning/contract';
import { WebhookVerificationError } from './verification-error.ts';
import type { VerificationSecrets } from './verify.ts';

/** What both adapters take. */
export type ReceiverOptions = VerificationSecrets & {
  /**
   * Called with each verified event. The delivery is confirmed when it returns or its promise resolves; when it
   * throws, the service tries again later. Answer within 10 seconds: store or queue the event, work afterwards.
   * The same event can come more than once; `event.id` tells.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** See `verify`. */
  tolerance?: number;
  /** Greatest body in bytes. 1 MiB unless given. */
  limit?: number;
};

/** Collects a body, refusing it as soon as it exceeds the limit. */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array> | null,
  limit = 1024 * 1024,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.length;
    if (size > limit) {
      throw new WebhookVerificationError('payload_too_large', `The body exceeds ${limit} bytes.`);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** The status and body with which a refused delivery is answered. */
export function refusal(error: WebhookVerificationError): { status: number; body: string } {
  return {
    status: error.code === 'payload_too_large' ? 413 : 400,
    body: JSON.stringify({ error: error.code, message: error.message }),
  };
}
