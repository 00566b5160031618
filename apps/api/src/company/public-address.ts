import type { LinkPurpose } from '../kernel/links/link-tokens.ts';
import type { CompanyLinks } from '../kernel/links/links.ts';
import { AdministrationError } from './administration-error.ts';

/** Requires that links have an address. @throws {AdministrationError} if PUBLIC_URL is not set */
export function requirePublicAddress(links: CompanyLinks, purpose: LinkPurpose): void {
  if (links.urlOf(purpose, '') !== null) return;
  throw new AdministrationError(
    'link_not_available',
    'PUBLIC_URL is not set. Set it to the address at which customers reach the service.',
  );
}
