import { Big } from 'big.js';
import { maximumOf } from '../../../kernel/contract/contract-document.ts';

/** Maximum absolute value of line totals and sums of lines, in euros. */
const maxAmount = new Big(maximumOf('NetAmount'));

/** Maximum calculated quantity, which is also the maximum in requests. */
const maxQuantity = new Big(maximumOf('QuantityOrNull'));

const grouped = (value: Big) => numberOf(value).toLocaleString('en');

/** The limits as text, for messages. */
export const withinAmounts = `must be within ±${grouped(maxAmount)}`;
export const withinQuantities = `must be within ${grouped(maxQuantity)}`;

/** Rounds half away from zero. */
export function rounded(value: Big, decimals: number): Big {
  return value.round(decimals, Big.roundHalfUp);
}

/** A calculated value as a JSON number, which holds 15 digits exactly. */
export function numberOf(value: Big): number {
  return Number(value.toFixed());
}

export function sumOf(values: Iterable<Big | number>): Big {
  let sum = new Big(0);
  for (const value of values) sum = sum.plus(value);
  return sum;
}

/** Quantity × unit price, rounded to the cent. */
export function lineTotal(quantity: number, price: number): Big {
  return rounded(new Big(quantity).times(price), 2);
}

export function isAmount(value: Big): boolean {
  return value.abs().lte(maxAmount);
}

export function isQuantity(value: Big): boolean {
  return value.lte(maxQuantity);
}
