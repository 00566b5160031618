import type { Line } from '../model/line.ts';
import { isQuantity, numberOf, withinQuantities } from '../pricing/amounts.ts';
import { quantityByRule } from '../pricing/default-quantities.ts';
import type { LineProblems } from './line-problems.ts';
import { withTotals } from './line-totals.ts';

/**
 * Sets the quantities of automatically added lines by their rules, unless the caller has set them. Must be the last step of every
 * change to an offer's lines.
 */
export function applyQuantityRules(lines: readonly Line[], problems: LineProblems): Line[] {
  return lines.map((line) => {
    if (!line.followsRule || !line.product) return line;
    const quantity = quantityByRule(line.product, lines);
    if (!isQuantity(quantity)) {
      problems.tooLarge('', line.ref, `the quantity of ${line.ref} ${withinQuantities}`);
      return line;
    }
    return withTotals({ ...line, quantity: numberOf(quantity) }, '', problems);
  });
}
