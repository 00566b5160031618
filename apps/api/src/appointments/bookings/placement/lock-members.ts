import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { conflict } from '../../../kernel/contract/api-errors.ts';

const lockedMembers = (db: CompanyQueries) =>
  db.selectFrom('member').select(['id', 'active']).orderBy('id').forNoKeyUpdate();

const lockByIds = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  lockedMembers(db).where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
);

const lockByType = preparedQuery((db, { typeId }: { typeId: string }) =>
  lockedMembers(db)
    .where('active', '=', true)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('bookingTypeMember').select('memberId').where('bookingTypeId', '=', typeId),
    ),
);

const activeAmong = (members: readonly { id: string; active: boolean }[]) =>
  members.filter(({ active }) => active).map(({ id }) => id);

/**
 * Locks team members in the order of their ids, so that changes of their appointments run one after another. The exclusion
 * constraint alone prevents double bookings, but concurrent changes could deadlock. Members are locked before bookings.
 *
 * @returns the ids of those who are active
 */
export async function lockMembers(db: CompanyQueries, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : activeAmong(await lockByIds(db, { ids: [...new Set(ids)] }));
}

/** Locks the active planners of a locked booking type, and returns their ids. See `lockMembers`. */
export async function lockPlannersOf(db: CompanyQueries, { id: typeId }: { id: string }): Promise<string[]> {
  return activeAmong(await lockByType(db, { typeId }));
}

/** @throws 409 `member_inactive` */
export function requireActive(activeIds: readonly string[], id: string): void {
  if (!activeIds.includes(id)) throw conflict('member_inactive');
}
