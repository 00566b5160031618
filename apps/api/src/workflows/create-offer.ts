import type { Offer, OfferCreate } from '@pv-planning/contract';
import type { Context } from '../handler-context.ts';
import { lockOpenRequest } from '../offer-requests/lock-requests.ts';
import { insertPreparedOffer, prepareOffer } from '../offers/lifecycle/create-offer.ts';
import { followOffers } from './follow-offers.ts';

/**
 * Creates a draft with its lines, raises `offer.created`, and updates the status of its offer request.
 *
 * @throws 400 `unknown_reference`, `invalid_request`, `dangling_ref`, `price_required`, `amount_too_large`
 * @throws 409 `offer_request_closed`, `material_archived`, `service_archived`, `already_exists`
 */
export async function createOffer(
  context: Pick<Context, 'db' | 'raise'>,
  input: OfferCreate,
): Promise<Offer> {
  const { db } = context;
  const prepared = await prepareOffer(db, input, '');
  const { offerRequestId } = prepared.fields;
  const requests =
    offerRequestId === null ? [] : [await lockOpenRequest(db, offerRequestId, '/offerRequestId')];
  const offer = await insertPreparedOffer(context, prepared);
  await followOffers(db, requests);
  return offer;
}
