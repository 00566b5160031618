import { stateAfter } from '../../contract/state-tables.ts';
import type { Context, LinkHolder } from '../../handler-context.ts';
import { storeWithdrawal } from '../records/offer-evidence.ts';
import { changeHeader, lockHeader } from '../records/offer-records.ts';

/** What the customer typed. */
interface Withdrawal {
  name: string | null;
  note: string | null;
}

/**
 * Records that the customer withdraws from the contract (Widerruf, § 356a BGB). The offer stays accepted. A repetition changes
 * nothing.
 *
 * @throws 409 `offer_not_accepted`
 */
export async function withdrawFromOffer(
  { db }: Pick<Context, 'db'>,
  id: string,
  customer: LinkHolder,
  withdrawal: Withdrawal,
): Promise<void> {
  const { record: header, changedAt } = await lockHeader(db, id);
  stateAfter('offer', 'withdraw', header.state);
  if (header.withdrawal) return;
  await storeWithdrawal(db, customer, { offerId: header.id, withdrawnAt: changedAt, ...withdrawal });
  // Copies of offers are kept up to date by `updatedAt`.
  await changeHeader(db, { header, changedAt }, {});
}
