/**
 * Why a delivery was refused.
 *
 * - `missing_header`: one of the three `webhook-*` headers is absent or empty
 * - `malformed_header`: a header is not of the documented form, for example a cut-off signature
 * - `timestamp_too_old`, `timestamp_too_new`: outside the tolerance; a replay, or a wrong clock
 * - `no_matching_signature`: wrong secret, or the body is not byte for byte the one that was sent
 * - `invalid_payload`: signed rightly, but no event envelope
 * - `payload_too_large`: the body exceeds the adapter's `limit`
 * - `body_already_parsed`: a body parser ran first, so that the exact bytes are gone
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

/** A delivery that must not be trusted. Branch on `code`; `message` is for people. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}
