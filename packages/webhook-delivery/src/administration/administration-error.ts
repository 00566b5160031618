import type { TargetErrorCode } from '../target/target-error.ts';

export type AdministrationErrorCode =
  | TargetErrorCode
  | 'invalid_event_types'
  | 'endpoint_not_found'
  | 'delivery_not_found'
  | 'delivery_in_flight'
  | 'event_expired';

/** An operation failed. The message is for the operator. */
export class WebhookAdministrationError extends Error {
  override readonly name = 'WebhookAdministrationError';
  readonly code: AdministrationErrorCode;

  constructor(code: AdministrationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
