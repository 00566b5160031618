import type { CompanyQueries } from '@pv-planning/database';
import { nextChange } from '../../../kernel/records/change-time.ts';

/** Locks the duplicates of locked offers, and clears their `duplicateOfId`. A duplicate has a higher id than its original. */
export async function detachDuplicates(db: CompanyQueries, offerIds: readonly string[]): Promise<void> {
  const locked = db
    .selectFrom('offer')
    .select(['id', nextChange.as('changedAt')])
    .where(({ eb, fn, val }) => eb('duplicateOfId', '=', fn.any(val(offerIds))))
    .orderBy('id')
    .forNoKeyUpdate();
  await db
    .updateTable('offer')
    .from(locked.as('locked'))
    .set(({ ref }) => ({ duplicateOfId: null, updatedAt: ref('locked.changedAt') }))
    .whereRef('offer.id', '=', 'locked.id')
    .execute();
}
