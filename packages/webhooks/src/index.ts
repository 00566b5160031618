export type { WebhookEvent } from '@pv-planning/contract';
export { type ExpressRequest, type ExpressResponse, expressWebhook } from './express.ts';
export { fetchWebhook } from './fetch.ts';
export type { WebhookHeaders } from './headers.ts';
export type { ReceiverOptions } from './receive.ts';
export { type SignatureMode, type SignOptions, sign, signatureModes } from './sign.ts';
export {
  type SignedRequest,
  type SignedRequestOptions,
  signedRequest,
  type WebhookEventDraft,
} from './signed-request.ts';
export { type WebhookVerificationCode, WebhookVerificationError } from './verification-error.ts';
export { type VerificationSecrets, type VerifyOptions, verify } from './verify.ts';
