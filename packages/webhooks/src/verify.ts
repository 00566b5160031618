import { timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from '@pv-planning/contract';
import { requiredHeader, type WebhookHeaders } from './headers.ts';
import { parseSignatureHeader } from './signature-header.ts';
import { signature, signingKeys } from './signing-key.ts';
import { WebhookVerificationError } from './verification-error.ts';

/** One secret, or several during rotation; a delivery signed with any of them is accepted. */
export type VerificationSecrets =
  | { secret: string; secrets?: never }
  | { secrets: readonly string[]; secret?: never };

export type VerifyOptions = VerificationSecrets & {
  headers: WebhookHeaders;
  /** The raw body. Parsing and serializing it again changes bytes and breaks the signature. */
  body: string | Uint8Array;
  /** Maximum difference between the signing time and `now`, in seconds. Default: 300. */
  tolerance?: number;
  /** Unix seconds. Default: the system clock. */
  now?: number;
};

/**
 * Verifies that the service sent the delivery and that nobody changed or replayed it, and returns the event. Accepts base64
 * and hex signatures, keyed with the secret as shown or decoded.
 *
 * Throws `WebhookVerificationError` for an untrusted delivery and `TypeError` for an invalid signing secret.
 */
export function verify(options: VerifyOptions): WebhookEvent {
  const { headers, body } = options;
  const secrets = options.secrets ?? [options.secret];
  const keys = secrets.map(signingKeys).flatMap(({ shown, decoded }) => [shown, decoded]);

  const id = requiredHeader(headers, 'webhook-id');
  const timestamp = requiredHeader(headers, 'webhook-timestamp');
  const offered = parseSignatureHeader(requiredHeader(headers, 'webhook-signature'));
  checkId(id);
  checkTimestamp(timestamp, options.now ?? Math.floor(Date.now() / 1000), options.tolerance ?? 300);

  const expected = keys.map((key) => signature(key, id, timestamp, body));
  if (!offered.some((one) => expected.some((other) => timingSafeEqual(one, other)))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature matches: the secret is wrong, or the body differs from the bytes that were sent.',
    );
  }
  return parseEvent(body, id);
}

function checkId(id: string) {
  // A dot would allow the boundary between id and timestamp to move within the signed text.
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new WebhookVerificationError('malformed_header', 'webhook-id is not an event id.');
  }
}

function checkTimestamp(text: string, now: number, tolerance: number) {
  if (!/^\d{1,12}$/.test(text)) {
    throw new WebhookVerificationError('malformed_header', 'webhook-timestamp must be whole Unix seconds.');
  }
  const age = now - Number(text);
  if (age > tolerance) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `Signed ${age} s ago; ${tolerance} s are allowed.`,
    );
  }
  if (-age > tolerance) {
    throw new WebhookVerificationError('timestamp_too_new', `Signed ${-age} s ahead of this clock.`);
  }
}

function parseEvent(body: string | Uint8Array, id: string): WebhookEvent {
  const event = parseJson(body);
  if (!isEnvelope(event) || event.id !== id) {
    throw new WebhookVerificationError('invalid_payload', 'The body is not the event named by webhook-id.');
  }
  return event;
}

function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    );
  } catch {
    throw new WebhookVerificationError('invalid_payload', 'The body is not JSON.');
  }
}

function isEnvelope(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, createdAt, data } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof createdAt === 'string' &&
    typeof data === 'object' &&
    data !== null
  );
}
