import type { OfferRequestStatus } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { unknownReference } from '../contract/api-errors.ts';
import { stateAfter } from '../contract/state-tables.ts';
import { changeTime, dbNow } from '../records/change-time.ts';
import { unnested } from '../sql/unnested-rows.ts';

/** Requests are locked last: after customers, projects and offers. */
const lockedRequests = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom(
      db
        .selectFrom('offerRequest')
        .select(['id', 'status', 'updatedAt'])
        .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
        .orderBy('id')
        .forNoKeyUpdate()
        .as('locked'),
    )
    .select(['id', 'status', 'updatedAt', dbNow.as('clock')])
    .$castTo<{ id: string; status: OfferRequestStatus; updatedAt: string; clock: string }>(),
);

/** What was decided on the offers of requests. */
const decisions = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('offer')
    .select([
      'offerRequestId',
      sql<boolean>`bool_or(state = 'ACCEPTED')`.as('accepted'),
      sql<boolean>`bool_or(state in ('DRAFT', 'PUBLISHED'))`.as('undecided'),
    ])
    .where(({ eb, fn, val }) => eb('offerRequestId', '=', fn.any(val(ids))))
    .groupBy('offerRequestId'),
);

/**
 * Locks the request that a new offer names.
 *
 * @param path JSON Pointer of its id in the body
 * @throws 400 `unknown_reference` if it was deleted since its id was looked up
 * @throws 409 `offer_request_closed`
 */
export async function requireOpenRequest(db: CompanyQueries, id: string, path: string): Promise<void> {
  const [request] = await lockedRequests(db, { ids: [id] });
  if (!request) throw unknownReference(path);
  stateAfter('offerRequest', 'offer', request.status);
}

/** Sets the status of requests by their offers, after some of these were created, decided or deleted. Null is no request. */
export async function followOffers(db: CompanyQueries, ...requestIds: (string | null)[]): Promise<void> {
  const ids = [...new Set(requestIds.filter((id) => id !== null))];
  if (ids.length === 0) return;
  const open = (await lockedRequests(db, { ids })).filter(({ status }) => status !== 'WON');
  if (open.length === 0) return;
  const decided = new Map((await decisions(db, { ids })).map((row) => [row.offerRequestId, row]));
  const changed = open.flatMap(({ id, status, updatedAt, clock }) => {
    const offers = decided.get(id);
    const next = offers?.accepted
      ? 'WON'
      : offers?.undecided
        ? 'OFFER_CREATED'
        : offers
          ? 'LOST'
          : 'IN_PROGRESS';
    return next === status ? [] : [{ id, status: next, updatedAt: changeTime(clock, updatedAt) }];
  });
  if (changed.length === 0) return;
  await db
    .updateTable('offerRequest')
    .from(unnested('given', { id: 'bigint', status: 'text', updatedAt: 'timestamptz' }, changed))
    .set(({ ref }) => ({ status: ref('given.status'), updatedAt: ref('given.updatedAt') }))
    .whereRef('offerRequest.id', '=', 'given.id')
    .execute();
}
