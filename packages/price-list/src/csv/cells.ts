import { checkRow, isStatedText, type NumberField, numberFields, type RawRow } from '../check-row.ts';
import { type DecimalMark, parseDecimal } from '../decimal.ts';
import { problem } from '../problem.ts';
import type { Place, PriceListFailure, PriceListRow } from '../row.ts';
import { writtenUnit } from '../unit.ts';
import type { Columns } from './columns.ts';
import { isOtherCurrency } from './currency.ts';

function isNumberField(field: string): field is NumberField {
  return (numberFields as readonly string[]).includes(field);
}

/** With currency, percent sign or unit. */
const maxNumberLength = 60;

/** As a quantity M may be a thousand, and "1 M" too; "100 M" are metres. */
const thousandOrMetre = /^(?:1(?:[.,]0+)?)?\s*M\.?$/;

/** "per 100 m" is 100, "1 km" 1000. What cannot be a quantity stays as it is, so that it fails as a number. */
function quantityText(text: string): string {
  const stated = text.replace(/^(?:per|pro|je)\s+/i, '');
  if (thousandOrMetre.test(stated)) return text;
  const unit = writtenUnit(stated);
  if (unit?.quantity !== undefined) return String(unit.quantity);
  if (unit && stated !== text) return '1';
  // What another word beside the digits makes of them is not guessed: "1 Tsd" is no 1.
  return stated.replace(/(?<=\d)\s*([\p{L}.]+)$/u, (whole, word) => {
    const counted = writtenUnit(word);
    return counted && counted.quantity === undefined ? '' : whole;
  });
}

function readNumber(field: NumberField, cell: string, mark: DecimalMark | undefined, row: RawRow): void {
  if (cell.length > maxNumberLength) {
    row.errors.push(problem(invalidCodes[field], field, { value: cell }));
    return;
  }
  const text = field === 'discountPercent' ? cell.replace(/\s*%$/, '') : cell;
  const parsed = parseDecimal(field === 'priceQuantity' ? quantityText(text) : text, mark);
  if (parsed === 'invalid') row.errors.push(problem(invalidCodes[field], field, { value: cell }));
  else if ('value' in parsed) row[field] = parsed.value;
  else {
    const [first, second] = parsed.ambiguous;
    row.errors.push(problem('ambiguous_number', field, { first, second }));
  }
}

const invalidCodes = {
  purchasePrice: 'invalid_price',
  listPrice: 'invalid_price',
  discountPercent: 'invalid_discount',
  priceQuantity: 'invalid_price_quantity',
} as const;

/** Excel writes ="00124" for a text that it would take for a number. */
const excelText = /^="(.*)"$/s;

function textOf(cell: string | undefined): string {
  const text = cell?.trim() ?? '';
  return (excelText.exec(text)?.[1] ?? text).trim();
}

/** The first cell that says a row's prices are in something else than euros. */
function otherCurrencyIn(currencies: readonly number[], cells: readonly string[]): string | undefined {
  for (const index of currencies) {
    // A short row takes no longer for a header of many columns.
    if (index >= cells.length) return undefined;
    const text = textOf(cells[index]);
    if (isOtherCurrency(text)) return text;
  }
  return undefined;
}

/** The cells that hold prices and discounts, as evidence of the decimal mark. */
export function decimalCells({ places }: Columns, cells: readonly string[]): string[] {
  const decimal = numberFields.filter((field) => field !== 'priceQuantity');
  return decimal.map((field) => textOf(cells[places.get(field) ?? -1])).filter((cell) => cell !== '');
}

/** A record as a row, or undefined when all its cells are empty. */
export function rowOfCells(
  { width, places, forOne, currencies }: Columns,
  cells: readonly string[],
  mark: DecimalMark | undefined,
  place: Place,
): PriceListRow | PriceListFailure | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  const others: Record<string, string> = {};
  const row: RawRow = { ...place, action: 'UPSERT', texts: {}, forOne, others, errors: [], warnings: [] };
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    row.errors.push(problem('too_many_cells', null));
  }
  const other = otherCurrencyIn(currencies, cells);
  if (other !== undefined) row.errors.push(problem('unsupported_currency', null, { value: other }));
  for (const [field, index] of places) {
    const cell = textOf(cells[index]);
    if (cell === '') continue;
    if (isNumberField(field)) readNumber(field, cell, mark, row);
    else if (isStatedText(field)) row.texts[field] = cell;
    else others[field] = cell;
  }
  const checked = checkRow(row);
  const isMarked = mark !== undefined && checked.kind === 'row' && checked.others !== undefined;
  return isMarked ? { ...checked, decimalMark: mark } : checked;
}
