import type { Context } from '../../handler-context.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { applyQuantityRules } from '../lines/quantity-rules.ts';
import type { Line } from '../model/line.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { isCounting } from '../pricing/automatic-quantities.ts';
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

/** Removes a line from a draft. References to it in other lines become null. */
export async function removeLine(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<LineGroup>,
  lineId: string,
): Promise<void> {
  const locked = await lockBriefly(db, offerId);
  const line = requireLine(locked, group, lineId);
  requireState(locked.header, 'changeLines');
  const problems = lineProblems();
  const remaining = locked.lines
    .filter((other) => other !== line)
    .map((other) => (other.targetRef === line.ref ? withoutTarget(other) : other));
  const after = applyQuantityRules(remaining, problems);
  problems.throwFirst();
  await writeOfferLines(db, locked, after);
}
