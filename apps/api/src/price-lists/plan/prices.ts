import type { Markup, RowProblem } from '@pv-planning/contract';
import { roundedUnitPrice, unitPrice, unitPriceLimit } from '@pv-planning/price-list';
import { Big } from 'big.js';
import type { ListedRow } from '../read-list.ts';
import type { PlannedPrice } from './plan.ts';
import { rowProblem } from './row-problems.ts';

/** Returns the purchase price in euros per unit, or undefined if the row has no price. */
export function priceOf({ purchasePrice, priceQuantity }: ListedRow): number | undefined {
  return purchasePrice === undefined ? undefined : Number(unitPrice(purchasePrice, priceQuantity));
}

/** Calculates selling prices from a purchase price; returns none if there is no purchase price. */
export function sellingPricesOf(
  purchasePrice: number | undefined,
  markup: readonly Markup[],
): { prices: PlannedPrice[]; errors: RowProblem[] } {
  if (purchasePrice === undefined) return { prices: [], errors: [] };
  const prices = markup.map(({ siteId, percent }) => {
    const factor = new Big(percent).plus(100).div(100);
    return { siteId, net: roundedUnitPrice(new Big(purchasePrice).times(factor)).toNumber() };
  });
  const isTooHigh = prices.some(({ net }) => unitPriceLimit.lte(net));
  return { prices, errors: isTooHigh ? [rowProblem('selling_price_too_high', 'purchasePrice')] : [] };
}
