import type { Offer } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { conflict } from '../../contract/api-errors.ts';
import { stateAfter } from '../../contract/state-tables.ts';
import { daysAfter, germanDayOf } from '../../dates/german-days.ts';
import type { Context } from '../../handler-context.ts';
import { followOffers } from '../../workflows/request-status.ts';
import { changeHeader, type LockedOffer, lockOffer } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';

type Decision = Parameters<typeof changeHeader>[2];

/** Moves a locked offer to its next state, and raises `offer.state_changed`. */
async function moved(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  locked: LockedOffer,
  action: 'publish' | 'accept' | 'decline',
  decision: Decision,
): Promise<Offer> {
  const { header, lines, changedAt } = locked;
  const state = stateAfter('offer', action, header.state) as Offer['state'];
  const offer = shownOffer(await changeHeader(db, locked, { ...decision, state }), lines);
  await raise('offer.state_changed', { ...offer, previousState: header.state }, changedAt);
  await followOffers(db, offer.offerRequestId);
  return offer;
}

/** @throws 409 `offer_expired` after the last day, which counts in full in Germany */
export function requireValid(validTo: string | null, now: string): void {
  if (validTo !== null && validTo < germanDayOf(now))
    throw conflict('offer_expired', { values: { validTo } });
}

/** @throws 409 `offer_incomplete` */
function requireComplete({ header, lines }: LockedOffer): void {
  const incomplete = (reason: string) => conflict('offer_incomplete', { values: { reason } });
  if (lines.length === 0) throw incomplete('it has no line');
  if (header.netPrice < 0 || header.offerPrice < 0) throw incomplete('its price is negative');
}

async function defaultValidity(db: CompanyQueries, now: string): Promise<string | null> {
  const [company] = await db.selectFrom('company').select('defaultOfferValidityDays').execute();
  const days = company?.defaultOfferValidityDays ?? null;
  return days === null ? null : daysAfter(germanDayOf(now), days);
}

/**
 * Publishes a draft to the customer.
 *
 * @throws 409 `offer_not_draft`, `offer_incomplete`, `offer_expired`
 */
export async function publishOffer(context: Pick<Context, 'db' | 'raise'>, id: string): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  const { header, changedAt } = locked;
  stateAfter('offer', 'publish', header.state);
  requireComplete(locked);
  requireValid(header.validTo, changedAt);
  const validTo = header.validTo ?? (await defaultValidity(context.db, changedAt));
  const offer = await moved(context, locked, 'publish', { validTo, publishedAt: changedAt });
  await context.raise('offer.published', { ...offer, state: 'PUBLISHED' }, changedAt);
  return offer;
}

/**
 * Accepts a published offer. The customer can do so until the end of `validTo`, the team also later.
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
  const offer = await moved(context, locked, 'accept', { acceptedAt: changedAt, acceptedBy: by });
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
  return moved(context, locked, 'decline', { declinedAt: locked.changedAt, declineReason: reason });
}
