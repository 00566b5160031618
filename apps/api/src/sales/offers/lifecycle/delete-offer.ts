import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { ExpressionBuilder } from 'kysely';
import { type StateOf, stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { detachDuplicates } from '../records/duplicates.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { lockHeader, removeOffer } from '../records/offer-records.ts';

/**
 * Deletes an offer, and raises `offer.deleted`. Returns the deleted offer.
 *
 * @param requireMatch rejects a version that does not match the `If-Match` header
 * @throws 404 `not_found`
 * @throws 409 `accepted_offer_exists`
 */
export async function deleteOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  requireMatch: (version: OfferHeader) => void,
): Promise<{ header: OfferHeader }> {
  const { record: header } = await lockHeader(db, id);
  requireMatch(header);
  stateAfter('offer', 'delete', header.state);
  await detachDuplicates(db, [header.id]);
  await removeOffer(db, header.id);
  await raise('offer.deleted', header);
  return { header };
}

/**
 * Deletes all offers of locked projects without raising events. Returns the ids of their offer requests.
 *
 * @throws 409 `accepted_offer_exists`
 */
export async function deleteOffersOfProjects(
  db: CompanyQueries,
  projectIds: readonly string[],
): Promise<string[]> {
  const isInProjects = ({ eb, fn, val }: ExpressionBuilder<CompanyTables, 'offer'>) =>
    eb('projectId', '=', fn.any(val(projectIds)));
  // Duplicates in other projects are locked in the same order, because they change, too.
  const locked = await db
    .selectFrom('offer')
    .select(['id', 'state', 'offerRequestId', 'projectId'])
    .where((eb) =>
      eb.or([
        isInProjects(eb),
        eb('duplicateOfId', 'in', ({ selectFrom }) => selectFrom('offer').select('id').where(isInProjects)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const offers = locked.filter(({ projectId }) => projectIds.includes(projectId));
  for (const { state } of offers) stateAfter('offer', 'delete', state as StateOf<'offer'>);
  if (offers.length > 0) {
    const ids = offers.map(({ id }) => id);
    await detachDuplicates(db, ids);
    await db
      .deleteFrom('offer')
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
      .execute();
  }
  return offers.map(({ offerRequestId }) => offerRequestId).filter((id) => id !== null);
}
