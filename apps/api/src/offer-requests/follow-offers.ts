import type { OfferRequestStatus } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { unknownReference } from '../contract/refusals.ts';
import { stateAfter } from '../contract/state-tables.ts';
import { changeTime, dbNow } from '../records/change-time.ts';
import { singleRow } from '../records/single-row.ts';

/** Requests are locked last: after customers, projects and offers. */
const lockedRequest = preparedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom(
      db
        .selectFrom('offerRequest')
        .select(['status', 'updatedAt'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .as('locked'),
    )
    .select(['status', 'updatedAt', dbNow.as('clock')])
    .$castTo<{ status: OfferRequestStatus; updatedAt: string; clock: string }>(),
);

const decisions = preparedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('offer')
    .select([
      sql<boolean | null>`bool_or(state = 'ACCEPTED')`.as('accepted'),
      sql<boolean | null>`bool_or(state in ('DRAFT', 'PUBLISHED'))`.as('undecided'),
      sql<boolean | null>`bool_or(state = 'DECLINED')`.as('declined'),
    ])
    .where('offerRequestId', '=', id),
);

/**
 * Locks the request that a new offer names.
 *
 * @param path JSON Pointer of its id in the body
 * @throws 400 `unknown_reference` if it was deleted since its id was looked up
 * @throws 409 `offer_request_closed`
 */
export async function requireOpenRequest(db: CompanyQueries, id: string, path: string): Promise<void> {
  const [request] = await lockedRequest(db, { id });
  if (!request) throw unknownReference(path);
  stateAfter('offerRequest', 'offer', request.status);
}

/** Sets the status of a request by its offers, after one of them was created, decided or deleted. Null is no request. */
export async function followOffers(db: CompanyQueries, id: string | null): Promise<void> {
  if (id === null) return;
  const [request] = await lockedRequest(db, { id });
  if (!request || request.status === 'WON') return;
  const { status, updatedAt, clock } = request;
  const { accepted, undecided, declined } = singleRow(await decisions(db, { id }));
  const next = accepted ? 'WON' : undecided ? 'OFFER_CREATED' : declined ? 'LOST' : 'IN_PROGRESS';
  if (next === status) return;
  await db
    .updateTable('offerRequest')
    .set({ status: next, updatedAt: changeTime(clock, updatedAt) })
    .where('id', '=', id)
    .execute();
}
