import { isGtin } from '@pv-planning/price-list';

/** Judged by its decimal text: a binary fraction is no multiple of 0.001. */
function decimals(most: number) {
  const written = new RegExp(`^-?\\d+(\\.\\d{1,${most}})?$`);
  return { type: 'number', validate: (value: number) => written.test(String(value)) } as const;
}

function inUtc(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** A day and a time of day that exist, in a year that the contract takes in UTC too: what is answered can be sent again. */
function isTime(text: string): boolean {
  const wallClock = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return inUtc(`${wallClock}Z`).startsWith(wallClock) && /^[12]\d{3}-/.test(inUtc(text));
}

/** The contract's own formats: what JSON Schema has no word for, or another one. */
export const contractFormats = {
  'date-time': { type: 'string', validate: isTime },
  gtin: { type: 'string', validate: isGtin },
  'unit-price': decimals(5),
  quantity: decimals(3),
} as const;
