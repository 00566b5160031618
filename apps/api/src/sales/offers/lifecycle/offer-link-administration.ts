import type { OfferLink } from '@pv-planning/contract';
import type { Database } from '@pv-planning/database';
import { isApiError } from '@pv-planning/server-kit';
import { AdministrationError } from '../../../company/administration-error.ts';
import { requirePublicAddress } from '../../../company/public-address.ts';
import { idOrNone } from '../../../kernel/identifiers/record-id.ts';
import type { Links } from '../../../kernel/links/links.ts';
import { offerLink } from './offer-link.ts';

interface OfferId {
  companyId: string;
  id: string;
}

export interface RotatedLink extends OfferLink {
  companyId: string;
  offerId: string;
}

export interface OfferLinkAdministration {
  /**
   * Replaces the link of an offer. The previous one becomes unknown.
   *
   * @throws {AdministrationError} if the offer has no link, or if PUBLIC_URL is not set
   */
  rotateOfferLink(offer: OfferId): Promise<RotatedLink>;
}

const reasons: Partial<Record<string, string>> = {
  offer_not_published: 'is a draft, so it has no link',
  link_not_available: 'has no link, because it has expired',
};

export function offerLinkAdministration(database: Database, links: Links): OfferLinkAdministration {
  return {
    async rotateOfferLink(offer) {
      const companyId = idOrNone(offer.companyId);
      const companyLinks = links(companyId);
      requirePublicAddress(companyLinks, 'offer');
      try {
        const link = await database.transaction(companyId, (db) =>
          offerLink({ db, links: companyLinks }, offer.id, { rotate: true }),
        );
        return { companyId, offerId: offer.id, ...link };
      } catch (error) {
        if (isApiError(error) && error.code === 'not_found')
          throw new AdministrationError(
            'offer_not_found',
            `There is no offer ${offer.id} of company ${offer.companyId}.`,
          );
        const reason = isApiError(error) ? reasons[error.code] : undefined;
        throw reason === undefined
          ? error
          : new AdministrationError('link_not_available', `Offer ${offer.id} ${reason}.`);
      }
    },
  };
}
