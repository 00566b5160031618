export type AdministrationErrorCode =
  | 'absence_not_found'
  | 'already_refunded'
  | 'booking_not_found'
  | 'booking_not_refundable'
  | 'booking_type_exists'
  | 'booking_type_not_found'
  | 'company_not_found'
  | 'contractor_not_found'
  | 'default_site_required'
  | 'form_not_found'
  | 'grid_operator_not_found'
  | 'invalid_fields'
  | 'invalid_json'
  | 'invalid_logo'
  | 'invalid_map'
  | 'invalid_template'
  | 'key_not_found'
  | 'link_not_available'
  | 'mail_not_found'
  | 'member_not_found'
  | 'offer_not_found'
  | 'payment_account_not_found'
  | 'payment_account_differs'
  | 'payment_key_refused'
  | 'payment_provider_error'
  | 'site_not_found'
  | 'too_many_forms'
  | 'unreadable_file';

/** A failed administration command. The message is for the operator. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
  readonly code: AdministrationErrorCode;

  constructor(code: AdministrationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
