import type { Offer, OfferLink } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import { daysAfter, startOfGermanDay } from '../../../kernel/dates/german-days.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { endLink, type LinkedRecord, showLink } from '../../../kernel/links/link-records.ts';
import { lockHeader } from '../records/offer-records.ts';

/** Time for which an offer can be read by its link after its decline, or after `validTo`. */
const readableDays = 90;

/**
 * Time for which an accepted offer can be read. The customer withdraws by the link: without instruction, within 12 months and 14
 * days of the delivery (§ 356 (3) BGB), which is months after the acceptance.
 */
const readableDaysAfterAcceptance = 730;

const dayMs = 86_400_000;

const timeAfter = (time: string, days: number) => new Date(Date.parse(time) + days * dayMs).toISOString();

type LinkedOffer = Pick<Offer, 'id' | 'validTo' | 'acceptedAt' | 'declinedAt'>;

/** Returns when the link of an offer ends, or null if the offer is undecided and has no `validTo`. */
function linkEnd({ validTo, acceptedAt, declinedAt }: LinkedOffer): string | null {
  if (acceptedAt !== null) return timeAfter(acceptedAt, readableDaysAfterAcceptance);
  if (declinedAt !== null) return timeAfter(declinedAt, readableDays);
  return validTo === null ? null : startOfGermanDay(daysAfter(validTo, readableDays + 1));
}

function linkedOffer(offer: LinkedOffer): LinkedRecord {
  return { purpose: 'offer', id: offer.id, endsAt: linkEnd(offer) };
}

/** Updates when the link of an offer ends, after the offer was decided or its `validTo` was changed. */
export function moveLinkEnd(db: CompanyQueries, offer: LinkedOffer): Promise<void> {
  return endLink(db, linkedOffer(offer));
}

const notAvailable = (reason: string) => conflict('link_not_available', { values: { reason } });

/**
 * Returns the link of a published or decided offer, for its customer. Creates it if the offer has none.
 *
 * @param rotate replaces the link: the previous one becomes unknown
 * @throws 404 `not_found`, 409 `offer_not_published`, `link_not_available`
 */
export async function offerLink(
  { db, links }: Pick<Context, 'db' | 'links'>,
  id: string,
  { rotate = false }: { rotate?: boolean },
): Promise<OfferLink> {
  const { record: offer, changedAt: now } = await lockHeader(db, id);
  stateAfter('offer', 'link', offer.state);
  const linked = linkedOffer(offer);
  if (linked.endsAt !== null && linked.endsAt <= now) throw notAvailable('it has expired');
  const url = links.urlOf('offer', await showLink(db, links, linked, rotate));
  if (url === null) throw notAvailable('the service has no public address');
  return { url, expiresAt: linked.endsAt };
}
