import type { Line } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import type { RequestedByRef } from '../model/requested-lines.ts';
import { isQuantity, numberOf, withinQuantities } from '../pricing/amounts.ts';
import { automaticQuantity } from '../pricing/automatic-quantities.ts';
import type { LineProblems } from './line-problems.ts';
import { withTotals } from './line-totals.ts';

/**
 * Sets the automatic quantities. Must be the last step of every change to an offer's lines.
 *
 * @param requested the lines of the request, for the location of problems
 */
export function applyQuantityRules(
  lines: readonly Line[],
  problems: LineProblems,
  requested: RequestedByRef = new Map(),
): Line[] {
  const current = new Map(lines.map((line) => [line, line]));
  const follow = (line: Line, known: readonly Line[]) => {
    const path = requested.get(line.ref)?.path;
    const pointer = path === undefined ? '' : `${path}/quantity`;
    const quantity = automaticQuantity(line, known);
    if (quantity === undefined) {
      problems.invalid(
        pointer,
        'required',
        'is required because a quantity in this unit cannot be automatic',
      );
    } else if (!isQuantity(quantity)) {
      problems.tooLarge(pointer, line.ref, `the quantity of ${line.ref} ${withinQuantities}`);
    } else {
      current.set(line, withTotals({ ...line, quantity: numberOf(quantity) }, path ?? '', problems));
    }
  };
  // In the order of the groups: equipment counts lines of earlier groups, whose quantities can be automatic, too.
  for (const group of groupNames) {
    const known = [...current.values()];
    for (const line of lines) if (line.lineGroup === group && line.quantityIsAutomatic) follow(line, known);
  }
  return [...current.values()];
}
