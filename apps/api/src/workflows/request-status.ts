import type { Offer } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { lockRequests } from '../offer-requests/lock-requests.ts';
import { followOffers } from './follow-offers.ts';

/** Awaits the change of an offer's state, or its deletion, and updates the status of its offer request. */
export async function withRequestStatus(db: CompanyQueries, change: Promise<Offer>): Promise<Offer> {
  const offer = await change;
  const { offerRequestId } = offer;
  if (offerRequestId !== null) await followOffers(db, await lockRequests(db, { ids: [offerRequestId] }));
  return offer;
}
