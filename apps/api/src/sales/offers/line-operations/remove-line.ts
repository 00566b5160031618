import type { Context } from '../../../kernel/handler-context.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { applyQuantityRules } from '../lines/line-quantities.ts';
import { withoutReferencesTo } from '../lines/line-references.ts';
import type { LineGroup } from '../model/line-groups.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { requireState } from '../records/offer-records.ts';
import { type LineCollection, lockBriefly, requireLine, writeOfferLines } from './locked-lines.ts';

/** Removes a line from a draft, with the references of other lines to it. Returns the offer. */
export async function removeLine(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<LineGroup>,
  lineId: string,
  requireMatch: (version: OfferHeader) => void,
): Promise<OfferHeader> {
  const locked = await lockBriefly(db, offerId);
  const line = requireLine(locked, group, lineId);
  requireMatch(locked.header);
  requireState(locked.header, 'changeLines');
  const problems = lineProblems();
  const remaining = locked.lines
    .filter((other) => other !== line)
    .map((other) => withoutReferencesTo(other, line.ref));
  const after = applyQuantityRules(remaining, problems);
  problems.throwFirst();
  return (await writeOfferLines(db, locked, after)).header;
}
