import { Big } from 'big.js';
import type { DiscountStep } from './record.ts';

/** Discounts by the name of their group, as R records tell them. */
export type DiscountGroups = ReadonlyMap<string, DiscountStep>;

export type Discounted =
  | { price: Big; unusual: boolean }
  /** No discount is stated, or only that of a group nobody has told. */
  | 'unknown'
  | { invalid: string };

/** What a discount says of the price. */
const kinds = { group: '0', rate: '1', multiplier: '2', surcharge: '3' };

export function groupKey(name: string): string {
  return name.toLowerCase();
}

/** Rate 5500 is 55 % off, multiplier 450 is 0.45 times, surcharge 10 is 10 % on top. */
function apply(price: Big, { kind, value }: DiscountStep): Big | 'invalid' {
  if (!/^\d{1,9}$/.test(value)) return 'invalid';
  const number = new Big(value);
  switch (kind) {
    case kinds.rate:
      return number.lt(10_000) ? price.minus(price.times(number).times('0.0001')) : 'invalid';
    case kinds.multiplier:
      return price.times(number).times('0.001');
    case kinds.surcharge:
      return price.plus(price.times(number).times('0.01'));
    default:
      return 'invalid';
  }
}

function isStated({ kind, value }: DiscountStep): boolean {
  if (kind === '' || kind === kinds.group) return kind === kinds.group && !/^0*$/.test(value);
  // A rate of zero says that there is no discount; the other kinds are left empty with zeros.
  return kind === kinds.rate ? value !== '' : !/^0*$/.test(value);
}

/** The list price after the discounts of its record, one after the other, or else that of the article's group. */
export function discounted(
  listPrice: Big,
  steps: readonly DiscountStep[],
  articleGroup: string,
  groups: DiscountGroups,
): Discounted {
  const stated = steps.filter(isStated);
  const effective = stated.length > 0 ? stated : [{ kind: kinds.group, value: articleGroup }];
  let price = listPrice;
  let unusual = false;
  for (const step of effective) {
    const found = step.kind === kinds.group ? groups.get(groupKey(step.value)) : step;
    if (found === undefined) return 'unknown';
    const next = apply(price, found);
    if (next === 'invalid') return { invalid: `${found.kind};${found.value}` };
    price = next;
    unusual ||= found.kind !== kinds.rate;
  }
  return { price, unusual };
}
