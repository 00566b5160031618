export type AdministrationRefusalCode =
  | 'company_not_found'
  | 'key_not_found'
  | 'site_not_found'
  | 'endpoint_not_found'
  | 'delivery_not_found';

/** What was asked cannot be done; the message tells the operator what to do instead. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
  readonly code: AdministrationRefusalCode;

  constructor(code: AdministrationRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
