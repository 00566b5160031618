import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { CustomerContext } from '../../../kernel/handler-context.ts';
import { requireLink } from '../../../kernel/links/link-records.ts';
import { storeWithdrawal } from '../records/offer-evidence.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { changeHeader, lockHeader } from '../records/offer-records.ts';

/** What the customer typed. */
interface Withdrawal {
  name: string | null;
  note: string | null;
}

/**
 * Records that the customer withdraws from the contract (Widerruf, § 356a BGB), and raises `offer.updated`. The offer stays
 * accepted. A repetition changes nothing.
 *
 * @returns the offer; null if the customer has withdrawn before
 * @throws 404 `not_found`, 409 `offer_not_accepted`
 */
export async function withdrawFromOffer(
  { db, now, raise, actor: customer }: Pick<CustomerContext, 'db' | 'now' | 'raise' | 'actor'>,
  id: string,
  withdrawal: Withdrawal,
): Promise<OfferHeader | null> {
  const { record: header, changedAt } = await lockHeader(db, id);
  await requireLink(db, 'offer', customer, await now());
  stateAfter('offer', 'withdraw', header.state);
  if (header.withdrawal) return null;
  await storeWithdrawal(db, customer, { offerId: header.id, withdrawnAt: changedAt, ...withdrawal });
  // Copies of offers are kept up to date by `updatedAt` and by events.
  const offer = await changeHeader(db, { header, changedAt }, {});
  await raise('offer.updated', offer, changedAt);
  return offer;
}
