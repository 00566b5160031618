import type { Body } from '@pv-planning/contract';
import { manufacturerOf } from './products.ts';

export type PriceListRow = NonNullable<Body<'importPriceList'>['rows']>[number];

export const supplier = 'Elektrogroßhandel Kyffhäuser GmbH';

/** Returns a GTIN-13: twelve digits and a check digit. */
function gtinOf(row: number): string {
  const digits = `40${String(row).padStart(10, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Returns the rows of a supplier's price list. @param increase added to all prices, in cents */
export function priceListRows(count: number, increase: number): PriceListRow[] {
  return Array.from({ length: count }, (_, row) => ({
    articleNumber: `KY-${String(row).padStart(6, '0')}`,
    manufacturerArticleNumber: `NYM-${row}`,
    gtin: gtinOf(row),
    manufacturer: manufacturerOf(row),
    name: `Mantelleitung NYM-J ${1 + (row % 7)}x${1.5 + (row % 5)} Ring ${row}`,
    unit: 'm',
    purchasePrice: (100 + (row % 900) + increase) / 100,
  }));
}
