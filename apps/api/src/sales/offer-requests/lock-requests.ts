import type { OfferRequest } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { unknownReference } from '../../kernel/contract/api-errors.ts';
import { stateAfter } from '../../kernel/contract/state-tables.ts';
import { changeTime, dbNow } from '../../kernel/records/change-time.ts';
import { unnested } from '../../kernel/sql/unnested-rows.ts';

/** A request whose row is locked until the end of the transaction, with the fields that depend on other records. */
export interface LockedRequest extends Pick<OfferRequest, 'id' | 'status' | 'customerId' | 'projectId'> {
  /** The time of a change made under this lock. */
  changedAt: string;
}

/** Selects requests by their ids, their projects or their customer. */
interface RequestSelection {
  ids: readonly string[];
  projectIds?: readonly string[];
  customerId?: string | undefined;
}

const selectLocked = preparedQuery((db, { ids, projectIds, customerId }: RequestSelection) =>
  db
    .selectFrom(
      db
        .selectFrom('offerRequest')
        .select(['id', 'status', 'customerId', 'projectId', 'updatedAt'])
        .where(({ eb, fn, or, val }) =>
          or([
            eb('id', '=', fn.any(val(ids))),
            ...(projectIds === undefined ? [] : [eb('projectId', '=', fn.any(val(projectIds)))]),
            ...(customerId === undefined ? [] : [eb('customerId', '=', customerId)]),
          ]),
        )
        .orderBy('id')
        .forNoKeyUpdate()
        .as('locked'),
    )
    .select(['id', 'status', 'customerId', 'projectId', 'updatedAt', dbNow.as('clock')])
    .$castTo<Omit<LockedRequest, 'changedAt'> & { updatedAt: string; clock: string }>(),
);

/**
 * Locks requests in the order of their ids. Call it once per transaction, with all requests that the transaction changes, after
 * locking customers, projects and offers.
 */
export async function lockRequests(
  db: CompanyQueries,
  selection: RequestSelection,
): Promise<LockedRequest[]> {
  const rows = await selectLocked(db, selection);
  return rows.map(({ updatedAt, clock, ...request }) => ({
    ...request,
    changedAt: changeTime(clock, updatedAt),
  }));
}

/** Locks a request so that no other transaction can add an offer or an appointment to it. */
export async function lockAgainstReferences(db: CompanyQueries, id: string): Promise<void> {
  await db.selectFrom('offerRequest').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Locks the request of a new offer.
 *
 * @param path JSON Pointer of the request's id in the body
 * @throws 400 `unknown_reference` if the request was deleted after its id was looked up
 * @throws 409 `offer_request_closed`
 */
export async function lockOpenRequest(db: CompanyQueries, id: string, path: string): Promise<LockedRequest> {
  const [request] = await lockRequests(db, { ids: [id] });
  if (!request) throw unknownReference(path);
  stateAfter('offerRequest', 'offer', request.status);
  return request;
}

/** Writes the changed fields of locked requests. */
export async function writeRequests(db: CompanyQueries, changed: readonly LockedRequest[]): Promise<void> {
  if (changed.length === 0) return;
  const columns = {
    id: 'bigint',
    status: 'text',
    customerId: 'bigint',
    projectId: 'bigint',
    changedAt: 'timestamptz',
  } as const;
  await db
    .updateTable('offerRequest')
    .from(unnested('given', columns, changed))
    .set(({ ref }) => ({
      status: ref('given.status'),
      customerId: ref('given.customerId'),
      projectId: ref('given.projectId'),
      updatedAt: ref('given.changedAt'),
    }))
    .whereRef('offerRequest.id', '=', 'given.id')
    .execute();
}
