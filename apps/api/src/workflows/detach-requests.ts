import type { CompanyQueries } from '@pv-planning/database';
import { nextChange } from '../records/change-time.ts';

/** Empties a field of the requests that name a record, which is about to be deleted. They stay. */
async function detach(
  db: CompanyQueries,
  field: 'customerId' | 'projectId',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const named = db
    .selectFrom('offerRequest')
    .select(['id', nextChange.as('changedAt')])
    .where(({ eb, fn, val }) => eb(field, '=', fn.any(val(ids))))
    .orderBy('id')
    .forNoKeyUpdate();
  await db
    .updateTable('offerRequest')
    .from(named.as('named'))
    .set(({ ref }) => ({ [field]: null, updatedAt: ref('named.changedAt') }))
    .whereRef('offerRequest.id', '=', 'named.id')
    .execute();
}

export function detachFromProjects(db: CompanyQueries, projectIds: readonly string[]): Promise<void> {
  return detach(db, 'projectId', projectIds);
}

export function detachFromCustomer(db: CompanyQueries, customerId: string): Promise<void> {
  return detach(db, 'customerId', [customerId]);
}
