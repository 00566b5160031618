import { Big } from 'big.js';
import type { Line, ProductData } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import type { RequestedByRef } from '../model/requested-lines.ts';
import {
  isAmount,
  isQuantity,
  lineTotal,
  numberOf,
  rounded,
  withinAmounts,
  withinQuantities,
} from '../pricing/amounts.ts';
import { automaticQuantity } from '../pricing/automatic-quantities.ts';
import type { LineProblems } from './line-problems.ts';

/** Usable capacity of batteries in kWh. */
function capacityOf(quantity: number, moduleCount: number | null, product: ProductData | null): number {
  const { moduleCapacity, usableCapacity } = product ?? {};
  const each =
    moduleCount !== null && typeof moduleCapacity === 'number'
      ? new Big(moduleCapacity).times(moduleCount)
      : new Big(Number(usableCapacity ?? 0));
  return numberOf(rounded(each.times(quantity), 3));
}

/** In kWp for modules, in kW for inverters. */
function powerOf({ lineGroup, quantity, product }: Line): number | null {
  const field = lineGroup === 'modules' ? 'power' : 'acPower';
  const watts = new Big(Number(product?.[field] ?? 0)).times(quantity);
  return numberOf(rounded(watts.div(1000), 6));
}

/** Calculates the total price, power and capacity of a line. Reports totals that are too large. */
export function withTotals(line: Line, path: string, problems: LineProblems): Line {
  const total = lineTotal(line.quantity, line.price);
  if (!isAmount(total) || !isAmount(lineTotal(line.quantity, line.purchasePrice))) {
    const message = `the total and the purchase price of ${line.ref} ${withinAmounts}`;
    problems.tooLarge(path, line.ref, message);
    return line;
  }
  return {
    ...line,
    totalPrice: numberOf(total),
    ...((line.lineGroup === 'modules' || line.lineGroup === 'inverters') && { powerKw: powerOf(line) }),
    ...(line.lineGroup === 'batteries' && {
      capacityKwh: capacityOf(line.quantity, line.moduleCount, line.product),
    }),
  };
}

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
