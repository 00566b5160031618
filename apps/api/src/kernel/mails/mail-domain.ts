import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts-icann';

/** Providers whose mailboxes have several domains, of which the first one stands for all, and what they ignore in the name of a mailbox. */
export const domainsOfMailboxes = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: '.-_' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: '' },
] as const;

/**
 * Providers of mailboxes for everybody. Each of their mailboxes takes an account, often with a phone number or a contract, so many of them belong
 * to many people. The owner of any other domain has all its mailboxes, those of invented names, too. With customers of a provider that is not
 * listed, a company still gets its bookings, some of them an hour later.
 */
const providers = new Set([
  ...domainsOfMailboxes.flatMap(({ domains }) => domains),
  ...[
    'gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.org web.de email.de t-online.de magenta.de freenet.de mail.de',
    'outlook.com outlook.de outlook.at hotmail.com hotmail.de hotmail.at hotmail.ch live.com live.de live.at live.ch msn.com',
    'yahoo.com yahoo.de yahoo.at yahoo.ch ymail.com aol.com aol.de mail.com fastmail.com duck.com privaterelay.appleid.com',
    'posteo.de mailbox.org tuta.com tutanota.com tutanota.de',
    'arcor.de vodafone.de vodafonemail.de kabelmail.de unitybox.de kabelbw.de online.de o2mail.de o2online.de alice-dsl.net',
    'netcologne.de ewetel.net ewe.net osnanet.de htp-tel.de mnet-online.de versanet.de a1.net aon.at chello.at bluewin.ch',
  ].flatMap((line) => line.split(' ')),
]);

/**
 * Returns the domain of an address that somebody has registered, in Punycode. Subdomains belong to its owner. Undefined for a provider of
 * mailboxes for everybody, but not for its subdomains, which some give to their customers.
 */
export function ownedDomain(address: string): string | undefined {
  const host = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
  const domain = getDomain(host) ?? host;
  return providers.has(host) ? undefined : domain;
}
