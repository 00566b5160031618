import { anyPrice, type Columns, normalized } from './columns.ts';

const aboutPrices = ['purchasePrice', 'listPrice', 'discountPercent', 'priceQuantity', 'unit'] as const;

const discounts = /rabatt|nachlass|abschlag|zuschlag|discount|rebate|surcharge|^rab\d*$/;
/** Which say nothing of how much it is. */
const noAmount = /gr(?:uppe|p)?$|group|code|schluessel|klasse|faehig|berechtigt/;

const quantities =
  /^pr(?:eis)?(?:einh|dim|basis|bezug|faktor|fuer|giltfuer)|^pe(?:h|stk?)?$|bezugsgroesse|pricingunit|^(?:price|per)qty/;

/**
 * The names of columns that are not read but may change what a price is: a second one of the same name, which may belong to
 * another price, a further discount, or what seems to be the quantity that prices are for.
 */
export function unclearColumns(header: readonly string[], { places, currencies }: Columns): string[] {
  const names = header.map(normalized);
  const read = new Set([...places.values(), ...currencies]);
  const readNames = new Set(aboutPrices.map((field) => names[places.get(field) ?? -1]));
  const bought = names[places.get('purchasePrice') ?? -1];
  const isDiscounted = bought === undefined || anyPrice.includes(bought);
  return header.filter((_, index) => {
    const name = names[index] ?? '';
    if (name === '' || read.has(index)) return false;
    const isDiscount = isDiscounted && discounts.test(name) && !noAmount.test(name);
    const isQuantity = !places.has('priceQuantity') && quantities.test(name);
    return readNames.has(name) || isDiscount || isQuantity;
  });
}
