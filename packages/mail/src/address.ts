import { requireLine } from './line.ts';
import { MailError } from './mail-error.ts';

/** A mailbox. Only `mailAddress` makes one. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** RFC 5321, 4.5.3.1. */
const [maxAddress, maxLocalPart] = [254, 64];

/** An unquoted local part and a domain or host name, without the characters that separate or group addresses in a header. */
const pattern =
  /^[^\s\p{Cc}"(),.:;<>@[\\\]]+(\.[^\s\p{Cc}"(),.:;<>@[\\\]]+)*@[\p{L}\p{N}]([\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}])?$/u;

/**
 * Returns a mailbox that header fields and the envelope can contain.
 *
 * @throws {MailError} for an address that is not one, and for control characters in the name
 */
export function mailAddress(address: string, name = ''): MailAddress {
  const localPart = address.slice(0, address.lastIndexOf('@'));
  if (!pattern.test(address) || address.length > maxAddress || localPart.length > maxLocalPart)
    throw new MailError('The address is not an e-mail address.');
  return { name: requireLine('The name of the recipient', name), address };
}

/** Returns the domain of an address. */
export function domainOf({ address }: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
