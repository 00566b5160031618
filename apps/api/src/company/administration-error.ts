export type AdministrationErrorCode = 'company_not_found' | 'key_not_found' | 'site_not_found';

/** A failed administration command. The message is for the operator. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
  readonly code: AdministrationErrorCode;

  constructor(code: AdministrationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
