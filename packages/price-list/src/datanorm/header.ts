import { Unreadable } from '../files/unreadable.ts';

export type Version = 4 | 5;

/** DATANORM 5 has the version after V; DATANORM 4 has a date or blanks after the second character. */
const header = /^V(?:;\s*0?[345]0?\s*;|.(?:\d{6}| {6}))/;

/** Whether a line is a V record, the first record of a DATANORM file. */
export function isHeader(line: string): boolean {
  return header.test(line);
}

function checked(version: string, currency: string): Version {
  const number = /^0?([345])0?$/.exec(version)?.[1];
  if (number === '3') throw new Unreadable('unsupported_version', { version: 3 });
  if (!['', 'EUR'].includes(currency)) throw new Unreadable('unsupported_currency', { value: currency });
  return number === '5' ? 5 : 4;
}

/**
 * The version in a V record. DATANORM 5 separates its fields with semicolons. DATANORM 4 has a line of 128 characters (one more
 * or less in some files) that ends with version and currency.
 * @throws Unreadable `unsupported_version`, `unsupported_currency`
 */
export function readHeader(line: string): Version {
  if (line.startsWith('V;')) {
    const [, version = '', , , currency = ''] = line.split(';').map((field) => field.trim());
    return checked(version, /^[A-Z]{2,3}$/.test(currency) ? currency : '');
  }
  const [, version = '', currency = ''] = /(0[345])([A-Z]{2,3})?$/.exec(line.trimEnd()) ?? [];
  return checked(version, currency);
}
