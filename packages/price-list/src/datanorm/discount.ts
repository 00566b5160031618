import { Big } from 'big.js';
import type { DiscountStep } from './record.ts';

/** The discounts of R records, by lowercase group name. */
export type DiscountGroups = ReadonlyMap<string, DiscountStep>;

export type Discounted =
  | { price: Big; hasMultiplier: boolean }
  /** No discount, or a group that no record defines. */
  | 'unknown'
  | { code: 'invalid_discount' | 'unclear_discount'; invalid: string };

const kinds = { group: '0', rate: '1', multiplier: '2', surcharge: '3' };

export function groupKey(name: string): string {
  return name.toLowerCase();
}

/** A rate of 5500 is 55 % off, a multiplier of 450 is 0.45. Suppliers write a surcharge of 10 % as 10 or as 1000. */
function apply(price: Big, { kind, value }: DiscountStep): Big | 'invalid_discount' | 'unclear_discount' {
  if (kind === kinds.surcharge) return 'unclear_discount';
  if (!/^\d{1,9}$/.test(value)) return 'invalid_discount';
  const number = new Big(value);
  if (kind === kinds.multiplier) return price.times(number).times('0.001');
  if (kind !== kinds.rate || number.gte(10_000)) return 'invalid_discount';
  return price.minus(price.times(number).times('0.0001'));
}

function isStated({ kind, value }: DiscountStep): boolean {
  if (kind === '' || kind === kinds.group) return kind === kinds.group && !/^0*$/.test(value);
  // A rate of 0 is a discount of 0 %. Unused fields of the other kinds are filled with zeros.
  return kind === kinds.rate ? value !== '' : !/^0*$/.test(value);
}

/**
 * Applies the discounts of the price record to the list price, one after the other; if it has none, applies the discount of the
 * group.
 */
export function discounted(
  listPrice: Big,
  steps: readonly DiscountStep[],
  group: string,
  groups: DiscountGroups,
): Discounted {
  const stated = steps.filter(isStated);
  const effective = stated.length > 0 ? stated : [{ kind: kinds.group, value: group }];
  let price = listPrice;
  let hasMultiplier = false;
  for (const step of effective) {
    const found = step.kind === kinds.group ? groups.get(groupKey(step.value)) : step;
    if (found === undefined) return 'unknown';
    const next = apply(price, found);
    if (typeof next === 'string') return { code: next, invalid: `${found.kind};${found.value}` };
    price = next;
    hasMultiplier ||= found.kind === kinds.multiplier;
  }
  return { price, hasMultiplier };
}
