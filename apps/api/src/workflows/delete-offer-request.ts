import type { OfferRequest } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { releaseOfferRequest } from '../appointments/bookings/owners-of-bookings.ts';
import { compareIds, recordId } from '../kernel/identifiers/record-id.ts';
import { lockAgainstReferences } from '../sales/offer-requests/lock-requests.ts';
import { lockOfferRequest, removeOfferRequest } from '../sales/offer-requests/offer-request-records.ts';
import { detachFromRequest } from './offers-of-requests.ts';

/**
 * Deletes a request; its offers and bookings are kept.
 *
 * @param requireMatch rejects a version that does not match the `If-Match` header
 * @throws 404 `not_found`
 */
export async function deleteOfferRequest(
  db: CompanyQueries,
  id: string,
  requireMatch: (request: OfferRequest) => void,
): Promise<void> {
  // Offers are locked before their requests.
  const detached = await detachFromRequest(db, recordId(id));
  const { record } = await lockOfferRequest(db, id);
  requireMatch({ ...record, offerIds: [...detached, ...record.offerIds].sort(compareIds) });
  // Before its bookings: a follow-up holds the request while it waits for the booking that it follows.
  await lockAgainstReferences(db, record.id);
  await releaseOfferRequest(db, record.id);
  await removeOfferRequest(db, record.id);
}
