import { anyPrice, type Columns, normalized } from './columns.ts';

const aboutPrices = ['purchasePrice', 'listPrice', 'discountPercent', 'priceQuantity', 'unit'] as const;

const discounts = /rabatt|nachlass|abschlag|discount|rebate|^rab\d*$/;
/** Names of discount columns that contain no amounts. */
const noAmount = /gr(?:uppe|p)?$|group|code|schluessel|klasse|faehig|berechtigt/;

const quantities =
  /^pr(?:eis)?(?:einh|dim|basis|bezug|faktor|fuer|giltfuer)|^pe(?:h|stk?)?$|bezugsgroesse|pricingunit|^(?:price|per)qty/;

/**
 * Columns that are not read but may affect the price: another discount, a price quantity, or a second column of the same name,
 * which may belong to another price.
 */
export function unclearColumns({ header, indexes, currencies, surcharges }: Columns): string[] {
  const names = header.map(normalized);
  const read = new Set([...indexes.values(), ...currencies, ...surcharges]);
  const readNames = new Set(aboutPrices.map((field) => names[indexes.get(field) ?? -1]));
  const bought = names[indexes.get('purchasePrice') ?? -1];
  const isDiscounted = bought === undefined || anyPrice.includes(bought);
  return header.filter((_, index) => {
    const name = names[index] ?? '';
    if (name === '' || read.has(index)) return false;
    const isDiscount = isDiscounted && discounts.test(name) && !noAmount.test(name);
    const isQuantity = !indexes.has('priceQuantity') && quantities.test(name);
    return readNames.has(name) || isDiscount || isQuantity;
  });
}
