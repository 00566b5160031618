import type { PriceListRow } from '../records/products.ts';

export const supplier = 'Elektrogroßhandel Kyffhäuser GmbH';

/** Names of the manufacturers in price lists. */
export const manufacturers = Array.from({ length: 40 }, (_, index) => `Solarwerk ${index + 1}`);

/** A GTIN-13: twelve digits and a check digit. */
function gtinOf(row: number): string {
  const digits = `40${String(row).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (1 + (place % 2) * 2), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Returns the rows of a supplier's price list. @param increase added to all prices, in cents */
export function priceListRows(count: number, increase: number): PriceListRow[] {
  return Array.from({ length: count }, (_, row) => ({
    articleNumber: `KY-${String(row).padStart(6, '0')}`,
    manufacturerArticleNumber: `NYM-${row}`,
    gtin: gtinOf(row),
    manufacturer: String(manufacturers[row % manufacturers.length]),
    name: `Mantelleitung NYM-J ${1 + (row % 7)}x${1.5 + (row % 5)} Ring ${row}`,
    unit: 'm',
    purchasePrice: (100 + (row % 900) + increase) / 100,
  }));
}
