import type { CompanyQueries } from '@pv-planning/database';
import { lockRequests } from '../sales/offer-requests/lock-requests.ts';
import { followOffers } from './follow-offers.ts';

/** Updates the status of the offer request after a change of an offer's state, or its deletion. */
export async function withRequestStatus<Changed extends { header: { offerRequestId: string | null } }>(
  db: CompanyQueries,
  change: Promise<Changed>,
): Promise<Changed> {
  const changed = await change;
  const { offerRequestId } = changed.header;
  if (offerRequestId !== null) await followOffers(db, await lockRequests(db, { ids: [offerRequestId] }));
  return changed;
}
