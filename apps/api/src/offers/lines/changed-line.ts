import { changingColumns, type Line } from '../model/line.ts';
import { lineGroups } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { checkModuleCount } from './line-checks.ts';
import type { LineProblems } from './line-problems.ts';
import { withTotals } from './line-totals.ts';
import { quantityOf } from './new-line.ts';

/** Returns the fields of a line that a request sets. */
function fieldsOf(input: LineInput): Partial<Line> {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => field in changingColumns && value !== undefined),
  );
}

/**
 * Applies a request to a line of an offer. Omitted fields keep their values. New strings have no labels yet.
 *
 * @param line with its product
 * @param path JSON Pointer of the line in the body
 */
export function changedLine(line: Line, input: LineInput, path: string, problems: LineProblems): Line {
  const { target } = lineGroups[line.lineGroup];
  const targetRef = target && input[target.field];
  const changed: Line = {
    ...line,
    ...fieldsOf(input),
    ...(targetRef !== undefined && { targetRef }),
    ...quantityOf(input, line.lineGroup, line),
    ...(input.price !== undefined && { priceFromCatalog: false }),
    ...(input.purchasePrice !== undefined && { purchasePriceFromCatalog: false }),
    ...(input.price !== undefined && line.priceMissing && { priceMissing: false }),
  };
  checkModuleCount(changed, input, { path, stored: line.moduleCount }, problems);
  return changed.quantityIsAutomatic ? changed : withTotals(changed, path, problems);
}
