import type { Offer, OfferString } from '@pv-planning/contract';
import type { Context } from '../../handler-context.ts';
import { followingRules } from '../lines/auto-added-line.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { storeLines } from '../lines/write-lines.ts';
import { changeHeader, type LockedOffer, requireState, requireSums } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';

/**
 * Replaces the wiring of a draft, and raises `offer.updated` if it changes.
 *
 * @param strings by the `ref` of their inverter; inverters that it does not name have none
 * @throws 400 `amount_too_large` if a material that follows the number of strings becomes too much
 * @throws 409 `offer_not_draft`
 */
export async function storeStrings(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  locked: LockedOffer,
  strings: ReadonlyMap<string, OfferString[]>,
): Promise<Offer> {
  const { header, lines: before } = locked;
  requireState(header, 'changeLines');
  const problems = lineProblems();
  const wired = before.map((line) =>
    line.lineGroup === 'inverters' ? { ...line, strings: strings.get(line.ref) ?? [] } : line,
  );
  const planned = followingRules(wired, problems);
  problems.throwFirst();
  const lines = await storeLines(db, locked, planned);
  if (!lines) return shownOffer(header, before);
  const changed = shownOffer(await changeHeader(db, locked, {}, requireSums(lines, header)), lines);
  await raise('offer.updated', changed, changed.updatedAt);
  return changed;
}
