import { isGtin } from '@pv-planning/price-list';

/** Judged by its decimal text: a binary fraction is no multiple of 0.001. */
function decimals(most: number) {
  const written = new RegExp(`^-?\\d+(\\.\\d{1,${most}})?$`);
  return { type: 'number', validate: (value: number) => written.test(String(value)) } as const;
}

/** The contract's own formats: what JSON Schema has no word for. */
export const contractFormats = {
  gtin: { type: 'string', validate: isGtin },
  'unit-price': decimals(5),
  quantity: decimals(3),
} as const;
