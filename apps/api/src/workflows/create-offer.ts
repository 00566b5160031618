import type { Body, OfferCreate } from '@pv-planning/contract';
import type { Context } from '../kernel/handler-context.ts';
import { lockOpenRequest } from '../sales/offer-requests/lock-requests.ts';
import { prepareDuplicate } from '../sales/offers/duplicates/prepare-duplicate.ts';
import {
  insertPreparedOffer,
  type PreparedOffer,
  prepareOffer,
} from '../sales/offers/lifecycle/new-offer.ts';
import type { StoredOffer } from '../sales/offers/records/show-offer.ts';
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
): Promise<StoredOffer> {
  return storeOffer(context, await prepareOffer(context.db, input, ''));
}

/**
 * Creates a draft with the lines of another offer, raises `offer.created`, and updates the status of its offer request.
 *
 * @throws 400 `unknown_reference`, `invalid_request`, `amount_too_large`
 * @throws 404 `not_found`
 * @throws 409 `offer_request_closed`, `material_archived`, `service_archived`
 */
export async function duplicateOffer(
  context: Pick<Context, 'db' | 'raise'>,
  id: string,
  body: Body<'duplicateOffer'>,
): Promise<StoredOffer> {
  return storeOffer(context, await prepareDuplicate(context.db, id, body));
}

/** Stores a prepared offer, and updates the status of its offer request, which is locked first. */
async function storeOffer(
  context: Pick<Context, 'db' | 'raise'>,
  prepared: PreparedOffer,
): Promise<StoredOffer> {
  const { db } = context;
  const { offerRequestId } = prepared.fields;
  const requests =
    offerRequestId === null ? [] : [await lockOpenRequest(db, offerRequestId, '/offerRequestId')];
  const offer = await insertPreparedOffer(context, prepared);
  await followOffers(db, requests);
  return offer;
}
