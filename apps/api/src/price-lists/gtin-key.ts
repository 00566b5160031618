const lengths = [8, 12, 13, 14];

/** A GTIN in its longest form: zeros before a shorter one make it the same number. */
export function gtinKey(gtin: string): string {
  return gtin.padStart(14, '0');
}

/** All forms of a GTIN in which a product may have it. */
export function gtinForms(gtin: string): string[] {
  const digits = gtin.replace(/^0+/, '');
  return lengths.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'));
}
