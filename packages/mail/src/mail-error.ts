/** A mail that cannot be composed from its data. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
