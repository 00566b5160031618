import type { Offer } from '@pv-planning/contract';
import { conflict } from '../../contract/api-errors.ts';
import { stateAfter } from '../../contract/state-tables.ts';
import type { Context } from '../../handler-context.ts';
import { type LockedOffer, lockOffer } from '../records/offer-records.ts';
import { moveOffer } from './offer-transition.ts';
import { defaultValidTo, requireValid } from './offer-validity.ts';

/** @throws 409 `offer_incomplete` */
function requireComplete({ header, lines }: LockedOffer): void {
  const incomplete = (reason: string) => conflict('offer_incomplete', { values: { reason } });
  if (lines.length === 0) throw incomplete('it has no line');
  if (header.netPrice < 0 || header.offerPrice < 0) throw incomplete('its price is negative');
}

/**
 * Publishes a draft to the customer, and raises `offer.published`.
 *
 * @throws 409 `offer_not_draft`, `offer_incomplete`, `offer_expired`
 */
export async function publishOffer(context: Pick<Context, 'db' | 'raise'>, id: string): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  const { header, changedAt } = locked;
  stateAfter('offer', 'publish', header.state);
  requireComplete(locked);
  requireValid(header.validTo, changedAt);
  const validTo = header.validTo ?? (await defaultValidTo(context.db, changedAt));
  const offer = await moveOffer(context, locked, 'publish', { validTo, publishedAt: changedAt });
  await context.raise('offer.published', { ...offer, state: 'PUBLISHED' }, changedAt);
  return offer;
}
