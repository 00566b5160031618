/**
 * Why a delivery was rejected.
 *
 * - `missing_header`: one of the three `webhook-*` headers is absent or empty
 * - `malformed_header`: a header is malformed, for example a truncated signature
 * - `timestamp_too_old`, `timestamp_too_new`: outside the tolerance: a replay or a wrong clock
 * - `no_matching_signature`: wrong secret, or the body differs from the bytes that were sent
 * - `invalid_payload`: the signature is valid, but the body is not an event
 * - `payload_too_large`: the body exceeds the adapter's `limit`
 * - `body_already_parsed`: a body parser ran first, so the raw bytes are gone
 */
export type WebhookVerificationCode =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_matching_signature'
  | 'invalid_payload'
  | 'payload_too_large'
  | 'body_already_parsed';

/** An untrusted delivery. Branch on `code`; `message` is for people. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}
