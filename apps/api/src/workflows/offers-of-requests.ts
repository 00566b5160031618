import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { nextChange } from '../kernel/records/change-time.ts';

/** Whether any offer of a request is accepted or undecided. */
export interface OfferDecisions {
  accepted: boolean;
  undecided: boolean;
}

const selectDecisions = preparedQuery((db, { requestIds }: { requestIds: readonly string[] }) =>
  db
    .selectFrom('offer')
    .select([
      'offerRequestId',
      sql<boolean>`bool_or(state = 'ACCEPTED')`.as('accepted'),
      sql<boolean>`bool_or(state in ('DRAFT', 'PUBLISHED'))`.as('undecided'),
    ])
    .where(({ eb, fn, val }) => eb('offerRequestId', '=', fn.any(val(requestIds))))
    .groupBy('offerRequestId'),
);

/** Returns the decisions on the offers of requests, by the id of the request. Requests without offers are absent. */
export async function decisionsByRequest(
  db: CompanyQueries,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string | null, OfferDecisions>> {
  const rows = await selectDecisions(db, { requestIds });
  return new Map(rows.map(({ offerRequestId, ...decisions }) => [offerRequestId, decisions]));
}

/** Locks the offers of a request, and clears their `offerRequestId`. Returns their ids. */
export async function detachFromRequest(db: CompanyQueries, requestId: string): Promise<string[]> {
  const locked = db
    .selectFrom('offer')
    .select(['id', nextChange.as('changedAt')])
    .where('offerRequestId', '=', requestId)
    .orderBy('id')
    .forNoKeyUpdate();
  const detached = await db
    .updateTable('offer')
    .from(locked.as('locked'))
    .set(({ ref }) => ({ offerRequestId: null, updatedAt: ref('locked.changedAt') }))
    .whereRef('offer.id', '=', 'locked.id')
    .returning('offer.id')
    .execute();
  return detached.map(({ id }) => id);
}
