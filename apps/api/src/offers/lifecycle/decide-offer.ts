import type { Offer } from '@pv-planning/contract';
import { stateAfter } from '../../contract/state-tables.ts';
import type { Context } from '../../handler-context.ts';
import { lockOffer } from '../records/offer-records.ts';
import { moveOffer } from './offer-transition.ts';
import { requireValid } from './offer-validity.ts';

/**
 * Accepts a published offer, and raises `offer.accepted`. The customer can accept until the end of `validTo`; the team can also
 * accept later.
 *
 * @throws 409 `offer_not_published`, `offer_closed`, `offer_expired`
 */
export async function acceptOffer(
  context: Pick<Context, 'db' | 'raise'>,
  id: string,
  by: NonNullable<Offer['acceptedBy']>,
): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  const { header, changedAt } = locked;
  stateAfter('offer', 'accept', header.state);
  if (by === 'CUSTOMER') requireValid(header.validTo, changedAt);
  const offer = await moveOffer(context, locked, 'accept', { acceptedAt: changedAt, acceptedBy: by });
  await context.raise('offer.accepted', { ...offer, state: 'ACCEPTED', acceptedAt: changedAt }, changedAt);
  return offer;
}

/** Declines a published offer. @throws 409 `offer_not_published`, `offer_closed` */
export async function declineOffer(
  context: Pick<Context, 'db' | 'raise'>,
  id: string,
  reason: string | null,
): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  return moveOffer(context, locked, 'decline', { declinedAt: locked.changedAt, declineReason: reason });
}
