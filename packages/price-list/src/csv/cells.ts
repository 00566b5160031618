import { checkRow, isStatedText, type NumberField, numberFields, type RawRow } from '../check-row.ts';
import { type DecimalMark, parseDecimal } from '../decimal.ts';
import { oneLine, problem } from '../problem.ts';
import type { PriceListFailure, PriceListRow, SourceLine } from '../row.ts';
import { isSpreadsheetError } from '../spreadsheet-error.ts';
import { writtenUnit } from '../unit.ts';
import type { Columns } from './columns.ts';
import { isOtherCurrency } from './currency.ts';
import { isSurcharge } from './surcharge.ts';

function isNumberField(field: string): field is NumberField {
  return (numberFields as readonly string[]).includes(field);
}

/** Texts that suppliers write instead of a price, with spaces and dots removed. */
const noPrice: ReadonlySet<string> = new Set(
  '- – — aufanfrage preisaufanfrage aanfrage anfrage aa ka n/a na onrequest priceonrequest'.split(' '),
);

/** Whether a cell says that there is no price. */
function isNoPrice(field: NumberField, cell: string): boolean {
  const isPrice = field === 'purchasePrice' || field === 'listPrice';
  return isPrice && noPrice.has(cell.toLowerCase().replace(/[\s.]/g, ''));
}

/** Maximum length of a number with its currency, percent sign or unit. */
const maxNumberLength = 60;

/** In a quantity column, M may mean metres or a thousand. */
const metreOrThousand = /\bM\.?$/;

/** Converts "per 100 m" to 100 and "Stk" to 1. Other words are kept, so that the cell is rejected as a number. */
function quantityText(text: string, row: RawRow): string {
  if (metreOrThousand.test(text)) return text;
  const stated = text.replace(/^(?:per|pro|je)\s+/i, '');
  const written = writtenUnit(stated);
  if (written) row.quantityUnit = written.unit;
  return written ? String(written.quantity) : stated;
}

function readNumber(field: NumberField, cell: string, mark: DecimalMark | undefined, row: RawRow): void {
  if (isNoPrice(field, cell)) return;
  if (isSpreadsheetError(cell)) {
    row.errors.push(problem('spreadsheet_error', field, { value: cell }));
    return;
  }
  if (cell.length > maxNumberLength) {
    row.errors.push(problem(invalidCodes[field], field, { value: cell }));
    return;
  }
  const text = field === 'discountPercent' ? cell.replace(/\s*%$/, '') : cell;
  const parsed = parseDecimal(field === 'priceQuantity' ? quantityText(text, row) : text, mark);
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

/** Excel exports text that looks like a number as ="00124". */
const excelText = /^="(.*)"$/s;

function textOf(cell: string | undefined): string {
  const text = cell?.trim() ?? '';
  return (excelText.exec(text)?.[1] ?? text).trim();
}

/** The first of the columns whose cell matches. Stops at the end of a short row, even if the header has more columns. */
function columnWhere(
  columns: readonly number[],
  cells: readonly string[],
  matches: (cell: string) => boolean,
): number | undefined {
  for (const index of columns) {
    if (index >= cells.length) return undefined;
    if (matches(textOf(cells[index]))) return index;
  }
  return undefined;
}

/** The cells of prices and discounts, which reveal the decimal mark. */
export function decimalCells({ indexes }: Columns, cells: readonly string[]): string[] {
  const decimal = numberFields.filter((field) => field !== 'priceQuantity');
  return decimal.map((field) => textOf(cells[indexes.get(field) ?? -1])).filter((cell) => cell !== '');
}

/** Whether a record describes an article; a totals row has neither number nor name. */
export function isArticle({ indexes, secondName }: Columns, cells: readonly string[]): boolean {
  const named = [...articleFields.map((field) => indexes.get(field)), secondName];
  return named.some((index) => textOf(cells[index ?? -1]) !== '');
}

const articleFields = ['articleNumber', 'manufacturerArticleNumber', 'gtin', 'name'];

export function rowOfCells(
  { header, indexes, secondName, unitPriceHeaders, currencies, surcharges }: Columns,
  cells: readonly string[],
  mark: DecimalMark | undefined,
  source: SourceLine,
): PriceListRow | PriceListFailure {
  const others: Record<string, string> = {};
  const row: RawRow = {
    ...source,
    action: 'UPSERT',
    texts: {},
    unitPriceHeaders,
    others,
    errors: [],
    warnings: [],
  };
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    row.errors.push(problem('too_many_cells', null));
  }
  const currency = columnWhere(currencies, cells, isOtherCurrency);
  if (currency !== undefined)
    row.errors.push(problem('unsupported_currency', null, { value: textOf(cells[currency]) }));
  const surcharge = columnWhere(surcharges, cells, isSurcharge);
  if (surcharge !== undefined) row.surcharge = oneLine(header[surcharge] ?? '', maxNumberLength);
  for (const [field, index] of indexes) {
    const cell = textOf(cells[index]);
    if (cell === '') continue;
    if (isNumberField(field)) readNumber(field, cell, mark, row);
    else if (isStatedText(field)) row.texts[field] = cell;
    else others[field] = cell;
  }
  if (secondName !== undefined) row.texts.name = `${row.texts.name ?? ''} ${textOf(cells[secondName])}`;
  const checked = checkRow(row);
  const hasNumbers = mark !== undefined && checked.kind === 'row' && checked.others !== undefined;
  return hasNumbers ? { ...checked, decimalMark: mark } : checked;
}
