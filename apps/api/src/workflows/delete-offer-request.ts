import type { CompanyQueries } from '@pv-planning/database';
import { recordId } from '../identifiers/record-id.ts';
import { lockOfferRequest, removeOfferRequest } from '../offer-requests/offer-request-records.ts';
import { detachFromRequest } from '../offers/records/offers-of-requests.ts';

/** Deletes a request; its offers are kept. @throws 404 `not_found` */
export async function deleteOfferRequest(db: CompanyQueries, id: string): Promise<void> {
  // Offers are locked before their requests.
  await detachFromRequest(db, recordId(id));
  const { record } = await lockOfferRequest(db, id);
  await removeOfferRequest(db, record.id);
}
