export type AdministrationRefusalCode = 'company_not_found' | 'key_not_found' | 'site_not_found';

/** A refusal of administration. The message is for the person who asked. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
  readonly code: AdministrationRefusalCode;

  constructor(code: AdministrationRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
