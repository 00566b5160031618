import type { Context } from '../../handler-context.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { applyQuantityRules } from '../lines/quantity-rules.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { requireState } from '../records/offer-records.ts';
import { type LineCollection, lockBriefly, requireLine, writeOfferLines } from './locked-lines.ts';

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
    .map((other) => (other.targetRef === line.ref ? { ...other, targetRef: null } : other));
  const after = applyQuantityRules(remaining, problems);
  problems.throwFirst();
  await writeOfferLines(db, locked, after);
}
