import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { conflict } from '../../contract/api-errors.ts';

const lockByIds = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('member')
    .select(['id', 'active'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .orderBy('id')
    .forNoKeyUpdate(),
);

/**
 * Locks team members in the order of their ids, so that one change at a time decides about their appointments. Without the lock, the
 * exclusion constraint still prevents two appointments at a time, but concurrent changes can end in a deadlock. Members are locked
 * before bookings.
 *
 * @returns the ids of those who are active
 */
export async function lockMembers(db: CompanyQueries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const members = await lockByIds(db, { ids: [...new Set(ids)] });
  return members.filter(({ active }) => active).map(({ id }) => id);
}

/** @throws 409 `member_inactive` */
export function requireActive(activeIds: readonly string[], id: string): void {
  if (!activeIds.includes(id)) throw conflict('member_inactive');
}
