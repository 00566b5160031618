import type { ErrorDetail } from '@pv-planning/server-kit';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { lineDetail } from '../lines/line-problems.ts';
import { wiredLines } from '../lines/line-references.ts';
import type { Line } from '../model/line.ts';
import { type LockedOffer, lockOffer } from '../records/offer-records.ts';
import type { StoredOffer } from '../records/show-offer.ts';
import { keepTerms } from '../terms/kept-terms.ts';
import { readTerms } from '../terms/read-terms.ts';
import { type ExpectedVersion, moveOffer } from './offer-transition.ts';
import { defaultValidTo, requireValid } from './offer-validity.ts';

/** Returns the lines without which the offer could be published. */
function incompleteLines(lines: readonly Line[]): ErrorDetail[] {
  const priceless = lines
    .filter(({ priceMissing }) => priceMissing)
    .map((line) => lineDetail(line, 'price_missing', `the line ${line.ref} has no price`));
  const wiredTwice = wiredLines(lines)
    .filter(({ line, wired }) => wired > line.quantity)
    .map(({ line, wired }) => {
      const message = `the strings contain ${wired} modules of the line ${line.ref}, which has ${line.quantity}`;
      return lineDetail(line, 'modules_wired_twice', message);
    });
  return [...priceless, ...wiredTwice];
}

/** @throws 409 `offer_incomplete` */
function requireComplete({ header, lines }: LockedOffer): void {
  const incomplete = (reason: string, details?: ErrorDetail[]) =>
    conflict('offer_incomplete', { values: { reason }, ...(details && { details }) });
  // The customer does not see lines of quantity 0.
  if (lines.every(({ quantity }) => quantity === 0))
    throw incomplete('it has no line with a quantity above 0');
  const [first, ...others] = incompleteLines(lines);
  if (first) {
    const more = others.length > 0 ? `, and ${others.length} more problems` : '';
    throw incomplete(`${first.message}${more}`, [first, ...others]);
  }
  if (header.netPrice < 0 || header.offerPrice < 0) throw incomplete('its price is negative');
}

/**
 * Publishes a draft to the customer, and raises `offer.published`.
 *
 * @throws 409 `version_conflict`, `offer_not_draft`, `offer_incomplete`, `reverse_charge_for_private`, `offer_expired`
 */
export async function publishOffer(
  context: Pick<Context, 'db' | 'links' | 'raise'>,
  id: string,
  { requireMatch }: ExpectedVersion = {},
): Promise<StoredOffer> {
  const locked = await lockOffer(context.db, id);
  const { header, changedAt } = locked;
  requireMatch?.(header);
  stateAfter('offer', 'publish', header.state);
  requireComplete(locked);
  // Only a business can owe the VAT (§ 13b (5) UStG).
  if (header.vatMode === 'REVERSE_CHARGE' && header.customerType === 'PRIVATE')
    throw conflict('reverse_charge_for_private');
  requireValid(header.validTo, changedAt);
  const validTo = header.validTo ?? (await defaultValidTo(context.db, changedAt));
  const published = await moveOffer(context, locked, 'publish', { validTo, publishedAt: changedAt });
  const terms = await readTerms(context.db, context.links, published.header, locked.lines);
  await keepTerms(context.db, header, terms, changedAt);
  await context.raise('offer.published', { ...published.header, state: 'PUBLISHED' }, changedAt);
  return published;
}
