import type { WebhookEvent } from '@pv-planning/contract';
import { WebhookVerificationError } from './verification-error.ts';
import type { VerificationSecrets } from './verify.ts';

/** Options of both adapters. */
export type ReceiverOptions = VerificationSecrets & {
  /**
   * Called with each verified event. The delivery is confirmed once it returns or its promise resolves; if it throws, the
   * service retries later. Respond within 10 seconds: store or queue the event and process it afterwards. An event can
   * arrive more than once; deduplicate on `event.id`.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** See `verify`. */
  tolerance?: number;
  /** Maximum body size in bytes. Default: 1 MiB. */
  limit?: number;
};

/** Reads a body and rejects it as soon as it exceeds the limit. */
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

/** Status and body of the response to a rejected delivery. */
export function rejection(error: WebhookVerificationError): { status: number; body: string } {
  return {
    status: error.code === 'payload_too_large' ? 413 : 400,
    body: JSON.stringify({ error: error.code, message: error.message }),
  };
}
