import { domainToASCII } from 'node:url';
import { requireLine } from './line.ts';
import { MailError } from './mail-error.ts';

/** A mailbox. Only `mailAddress` makes one. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** RFC 5321, 4.5.3.1. */
const [maxAddress, maxLocalPart] = [254, 64];

/** An unquoted local part without characters that separate or group addresses in a header, and a domain or host name. */
const pattern = /^[!#-'*+\-/-9=?A-Z^-~]+(\.[!#-'*+\-/-9=?A-Z^-~]+)*@[a-z\d]([a-z\d.-]*[a-z\d])?$/i;

/**
 * Returns a mailbox that header fields and the envelope can contain: a domain with umlauts is in Punycode.
 *
 * @throws {MailError} for an invalid address, and for control characters in the name
 */
export function mailAddress(typed: string, name = ''): MailAddress {
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : '';
  const address = `${typed.slice(0, at)}@${ascii}`;
  if (at < 1 || !pattern.test(address) || address.length > maxAddress || at > maxLocalPart)
    throw new MailError('The address is not an e-mail address.');
  return { name: requireLine('The name of the recipient', name), address };
}

/** Returns the domain of an address. */
export function domainOf({ address }: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
