import type { Line } from '../model/line.ts';
import { isQuantity, numberOf, withinQuantities } from '../pricing/amounts.ts';
import { quantityByRule } from '../pricing/default-quantities.ts';
import type { LineProblems } from './line-problems.ts';
import { withTotals } from './line-totals.ts';

/**
 * Gives automatically added lines the quantities of their rules, unless the caller has set them. Every change of an offer's lines
 * ends with this.
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
