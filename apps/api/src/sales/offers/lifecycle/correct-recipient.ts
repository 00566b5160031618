import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { changeHeader, lockOffer } from '../records/offer-records.ts';
import type { StoredOffer } from '../records/show-offer.ts';
import { readKeptTerms, reviseTerms } from '../terms/kept-terms.ts';
import { termsIn } from '../terms/offer-terms.ts';
import { readRecipient } from '../terms/read-terms.ts';
import type { ExpectedVersion } from './offer-transition.ts';

/**
 * Copies the present name and address of the customer to the terms of a published offer, and raises `offer.updated` if they differ.
 * The type of the customer stays: prices and taxes depend on it.
 *
 * @throws 409 `version_conflict`, `offer_not_published`, `offer_closed`
 */
export async function correctRecipient(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  { requireMatch }: ExpectedVersion,
): Promise<StoredOffer> {
  const locked = await lockOffer(db, id);
  const { header, lines, changedAt } = locked;
  requireMatch?.(header);
  stateAfter('offer', 'correctRecipient', header.state);
  const { type } = termsIn((await readKeptTerms(db, header.id)).text).customer;
  const customer = { ...(await readRecipient(db, header.customerId)), type };
  if (!(await reviseTerms(db, header, { customer }, changedAt))) return locked;
  const changed = await changeHeader(db, locked, {});
  await raise('offer.updated', changed, changed.updatedAt);
  return { header: changed, lines };
}
