import { isGtin } from '@pv-planning/price-list';

/** The contract's own formats: what JSON Schema has no word for. */
export const contractFormats = {
  gtin: { type: 'string', validate: isGtin },
  /** Judged by its decimal text: a binary fraction is no multiple of 0.00001. */
  'unit-price': {
    type: 'number',
    validate: (euros: number) => /^-?\d+(\.\d{1,5})?$/.test(String(euros)),
  },
} as const;
