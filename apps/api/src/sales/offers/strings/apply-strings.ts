import type { OfferString } from '@pv-planning/contract';
import type { Context } from '../../../kernel/handler-context.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { applyQuantityRules } from '../lines/line-quantities.ts';
import { writeLines } from '../lines/line-records.ts';
import { requireSums } from '../pricing/offer-sums.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { changeHeader, type LockedOffer, requireState } from '../records/offer-records.ts';

/**
 * Replaces the wiring of a draft, and raises `offer.updated` if it changes. Returns the offer.
 *
 * @param strings by the `ref` of their inverter; inverters without an entry get no strings
 * @throws 400 `amount_too_large` if a quantity that follows the number of strings becomes too large
 * @throws 409 `offer_not_draft`
 */
export async function applyStrings(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  locked: LockedOffer,
  strings: ReadonlyMap<string, OfferString[]>,
): Promise<OfferHeader> {
  const { header, lines: before } = locked;
  requireState(header, 'changeLines');
  const problems = lineProblems();
  const wired = before.map((line) =>
    line.lineGroup === 'inverters' ? { ...line, strings: strings.get(line.ref) ?? [] } : line,
  );
  const after = applyQuantityRules(wired, problems);
  problems.throwFirst();
  const lines = await writeLines(db, locked, after);
  if (!lines) return header;
  const changed = await changeHeader(db, locked, {}, requireSums(lines, header));
  await raise('offer.updated', changed, changed.updatedAt);
  return changed;
}
