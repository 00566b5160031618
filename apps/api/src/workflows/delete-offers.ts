import type { CompanyQueries } from '@pv-planning/database';
import { type StateOf, stateAfter } from '../contract/state-tables.ts';
import { detachFromCustomer, detachFromProjects } from './detach-requests.ts';
import { followOffers } from './request-status.ts';

/**
 * Deletes all offers of projects, which are locked, and detaches their offer requests. The offers raise no events.
 *
 * @throws 409 `accepted_offer_exists`
 */
async function deleteOffers(db: CompanyQueries, projectIds: readonly string[]): Promise<void> {
  const offers = await db
    .selectFrom('offer')
    .select(['id', 'state', 'offerRequestId'])
    .where(({ eb, fn, val }) => eb('projectId', '=', fn.any(val(projectIds))))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { state } of offers) stateAfter('offer', 'delete', state as StateOf<'offer'>);
  if (offers.length > 0) {
    const ids = offers.map(({ id }) => id);
    await db
      .deleteFrom('offer')
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
      .execute();
  }
  await followOffers(db, ...offers.map(({ offerRequestId }) => offerRequestId));
  await detachFromProjects(db, projectIds);
}

/** Prepares the deletion of a locked project. @throws 409 `accepted_offer_exists` */
export function deleteOffersOfProject(db: CompanyQueries, projectId: string): Promise<void> {
  return deleteOffers(db, [projectId]);
}

/**
 * Prepares the deletion of a customer. The locks keep projects and offers from being added meanwhile.
 *
 * @throws 409 `accepted_offer_exists`
 */
export async function deleteOffersOfCustomer(db: CompanyQueries, customerId: string): Promise<void> {
  await db.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute();
  const projects = await db
    .selectFrom('project')
    .select('id')
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute();
  await deleteOffers(
    db,
    projects.map(({ id }) => id),
  );
  await detachFromCustomer(db, customerId);
}
