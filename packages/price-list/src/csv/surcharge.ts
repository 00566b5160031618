import { parseDecimal } from '../decimal.ts';

/** Normalized names of metal surcharges: copper, its market price (DEL-Notiz), MTZ and TZ. */
const metals =
  /^(?:kupfer|copper|cu|metall)(?:zahl|basis|gewicht|notiz|preis|price|kg)|^(?:basis)?(?:kupfer|copper|cu)$|^del(?:notiz|preis)?$|^m?tz$/;

/** Whether a normalized column name denotes a surcharge that is charged in addition to the price. A price may include one. */
export function isSurchargeColumn(name: string): boolean {
  return (/zuschlag|surcharge/.test(name) || metals.test(name)) && !/inkl|incl/.test(name);
}

const none: readonly string[] = ['', '-', '–', 'n', 'no', 'nein'];

/** Whether a cell of a surcharge column states a surcharge. */
export function isSurcharge(cell: string): boolean {
  const text = cell.replace(/\s*%$/, '').toLowerCase();
  if (none.includes(text)) return false;
  const number = parseDecimal(text);
  return typeof number === 'string' || !('value' in number) || !number.value.eq(0);
}
