import { Big } from 'big.js';
import type { Line, ProductData } from '../model/line.ts';
import { isAmount, lineTotal, numberOf, rounded, withinAmounts } from '../pricing/amounts.ts';
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
