const lengths = [8, 12, 13, 14];

/** Validates the length and check digit of a GTIN-8, -12, -13 or -14 (GS1: weights 3 and 1 from the right). */
export function isGtin(digits: string): boolean {
  if (!lengths.includes(digits.length) || !/^\d+$/.test(digits)) return false;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Pads a GTIN to 14 digits: leading zeros are not significant. */
export function gtinKey(gtin: string): string {
  return gtin.padStart(14, '0');
}

/** Returns the GTIN in every length in which it can be written. */
export function gtinForms(gtin: string): string[] {
  const digits = gtin.replace(/^0+/, '');
  return lengths.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'));
}
