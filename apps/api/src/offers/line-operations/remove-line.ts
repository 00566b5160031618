import type { Context } from '../../handler-context.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { applyQuantityRules } from '../lines/quantity-rules.ts';
import type { Line } from '../model/line.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { isCounting } from '../pricing/automatic-quantities.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { requireState } from '../records/offer-records.ts';
import { type LineCollection, lockBriefly, requireLine, writeOfferLines } from './locked-lines.ts';

/** Returns a line whose target is removed. A quantity that counted the target stays as it is. */
function withoutTarget(line: Line): Line {
  const isFrozen = line.quantityIsAutomatic && line.lineGroup === 'equipment' && isCounting(line.product);
  return {
    ...line,
    targetRef: null,
    ...(isFrozen && { quantityIsAutomatic: false, quantityFrozen: true }),
  };
}

/** Returns a line without its reference to a removed line, and without its strings of removed modules. */
function released(line: Line, removed: string): Line {
  if (line.targetRef === removed) return withoutTarget(line);
  const strings = line.strings?.filter(({ moduleRef }) => moduleRef !== removed);
  return strings && strings.length < (line.strings?.length ?? 0) ? { ...line, strings } : line;
}

/** Removes a line from a draft, with the references of other lines to it. Returns the offer. */
export async function removeLine(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<LineGroup>,
  lineId: string,
): Promise<OfferHeader> {
  const locked = await lockBriefly(db, offerId);
  const line = requireLine(locked, group, lineId);
  requireState(locked.header, 'changeLines');
  const problems = lineProblems();
  const remaining = locked.lines.filter((other) => other !== line).map((other) => released(other, line.ref));
  const after = applyQuantityRules(remaining, problems);
  problems.throwFirst();
  return (await writeOfferLines(db, locked, after)).header;
}
