import type { TargetRefusal } from '../target/target-error.ts';

export type AdministrationRefusal =
  | TargetRefusal
  | 'invalid_event_types'
  | 'endpoint_not_found'
  | 'delivery_not_found'
  | 'delivery_in_flight'
  | 'event_expired';

/** The operation is not possible. `message` is for the operator. */
export class WebhookAdministrationError extends Error {
  override readonly name = 'WebhookAdministrationError';
  readonly code: AdministrationRefusal;

  constructor(code: AdministrationRefusal, message: string) {
    super(message);
    this.code = code;
  }
}
