import { Big } from 'big.js';

/** A comma as in 1.234,56 or a point as in 1,234.56. */
export type DecimalMark = ',' | '.';

export type ParsedDecimal = { value: Big } | { ambiguous: readonly [string, string] } | 'invalid';

/** Decimal places of a stored price, which is per unit. */
const unitPriceDecimals = 5;

/** Exclusive upper limit of a price per unit, in euros. */
export const unitPriceLimit = new Big('1e9');

const maxLength = 40;

const patterns: Record<DecimalMark, RegExp> = {
  ',': /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d+)?$/,
  '.': /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
};

/** Removes currency, spaces, apostrophes as thousands separators, and the dash in "12,-". */
function bare(text: string): string {
  return text
    .trim()
    .replace(/^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi, '')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)[.,][-–]{1,2}$/, '');
}

function readAs(mark: DecimalMark, text: string): string | undefined {
  if (!patterns[mark].test(text)) return undefined;
  const plain = text.replace('+', '');
  return mark === ',' ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '');
}

/** Parses a number as people write it. Without a decimal mark, 1.234 is ambiguous and 12,50 is not. */
export function parseDecimal(text: string, mark?: DecimalMark): ParsedDecimal {
  if (text.length > maxLength) return 'invalid';
  const number = bare(text);
  const withComma = mark === '.' ? undefined : readAs(',', number);
  const withPoint = mark === ',' ? undefined : readAs('.', number);
  if (withComma !== undefined && withPoint !== undefined) {
    const [first, second] = [new Big(withComma), new Big(withPoint)];
    return first.eq(second) ? { value: first } : { ambiguous: [withComma, withPoint] };
  }
  const found = withComma ?? withPoint;
  return found === undefined ? 'invalid' : { value: new Big(found) };
}

/** The decimal mark of the unambiguous numbers; undefined if there are none or they disagree. */
export function decimalMarkOf(numbers: Iterable<string>): DecimalMark | undefined {
  const marks = new Set<DecimalMark>();
  for (const text of numbers) {
    if (text.length > maxLength) continue;
    const number = bare(text);
    const [comma, point] = [patterns[','].test(number), patterns['.'].test(number)];
    if (comma !== point) marks.add(comma ? ',' : '.');
  }
  const [mark] = marks;
  return marks.size === 1 ? mark : undefined;
}

/** Decimal text without an exponent. */
export function decimalText(value: Big): string {
  return value.toFixed();
}

/** Rounds half away from zero to the decimal places of stored prices. */
export function roundedUnitPrice(exact: Big): Big {
  return exact.round(unitPriceDecimals, Big.roundHalfUp);
}

/** The price per unit, rounded to the decimal places of stored prices. */
export function unitPrice(price: string, priceQuantity: number): string {
  return decimalText(roundedUnitPrice(new Big(price).div(priceQuantity)));
}
