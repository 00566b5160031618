import type { CompanyQueries } from '@pv-planning/database';
import { recordId } from '../identifiers/record-id.ts';
import { lockOfferRequest } from '../offer-requests/offer-request-records.ts';
import { nextChange } from '../records/change-time.ts';
import { asStaleRead } from '../sql/database-errors.ts';

/** Empties `offerRequestId` of the offers of a request. */
async function detachOffers(db: CompanyQueries, id: string): Promise<void> {
  const named = db
    .selectFrom('offer')
    .select(['id', nextChange.as('changedAt')])
    .where('offerRequestId', '=', id)
    .orderBy('id')
    .forNoKeyUpdate();
  await db
    .updateTable('offer')
    .from(named.as('named'))
    .set(({ ref }) => ({ offerRequestId: null, updatedAt: ref('named.changedAt') }))
    .whereRef('offer.id', '=', 'named.id')
    .execute();
}

/** Deletes a request; its offers stay. @throws 404 `not_found` */
export async function deleteOfferRequest(db: CompanyQueries, id: string): Promise<void> {
  // Offers are locked before their requests.
  await detachOffers(db, recordId(id));
  const { record } = await lockOfferRequest(db, id);
  try {
    await db.deleteFrom('offerRequest').where('id', '=', record.id).execute();
  } catch (error) {
    // An offer has named the request in the meantime.
    throw asStaleRead(error);
  }
}
