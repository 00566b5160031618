import type { Markup, RowProblem } from '@pv-planning/contract';
import { unitPrice } from '@pv-planning/price-list';
import { Big } from 'big.js';
import type { PlannedPrice } from './planned.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** Decimals of a unit price, and what it stays below, in euros. */
const decimals = 5;
const limit = 1e9;

/** Euros of one unit; undefined when the row has no price. */
export function priceOf({ purchasePrice, priceQuantity }: ListedRow): number | undefined {
  return purchasePrice === undefined ? undefined : Number(unitPrice(purchasePrice, priceQuantity));
}

/** The selling prices that follow from a purchase price: none without one. */
export function sellingPricesOf(
  purchasePrice: number | undefined,
  markup: readonly Markup[],
): { prices: PlannedPrice[]; errors: RowProblem[] } {
  if (purchasePrice === undefined) return { prices: [], errors: [] };
  const prices = markup.map(({ siteId, percent }) => {
    const factor = new Big(percent).plus(100).div(100);
    return { siteId, net: new Big(purchasePrice).times(factor).round(decimals, Big.roundHalfUp).toNumber() };
  });
  const isTooHigh = prices.some(({ net }) => net >= limit);
  return { prices, errors: isTooHigh ? [rowProblem('selling_price_too_high', 'purchasePrice')] : [] };
}
