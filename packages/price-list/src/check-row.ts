import { Big } from 'big.js';
import { decimalText, roundedUnitPrice, unitPriceLimit } from './decimal.ts';
import { isGtin } from './gtin.ts';
import { type Problem, problem } from './problem.ts';
import type { Action, PriceListFailure, PriceListRow, SourceLine, Unit } from './row.ts';
import { isSpreadsheetError } from './spreadsheet-error.ts';
import { type WrittenUnit, writtenUnit } from './unit.ts';

/** A parsed row before validation: texts as written, exact numbers, and the problems found so far. */
export interface RawRow extends SourceLine {
  action: Action;
  texts: Partial<Record<TextField, string>>;
  purchasePrice?: Big | undefined;
  listPrice?: Big | undefined;
  /** Percent discount. Used to derive the purchase price when none is given. */
  discountPercent?: Big | undefined;
  priceQuantity?: Big | undefined;
  /** The unit stated in the column of price quantities. */
  quantityUnit?: Unit;
  /** Headers of columns whose prices are always per unit, by field. */
  unitPriceHeaders?: Readonly<Partial<Record<PriceField, string>>>;
  /** The column or record that states a surcharge not included in the prices. */
  surcharge?: string | undefined;
  others?: Record<string, string> | undefined;
  errors: Problem[];
  warnings: Problem[];
}

export const textLimits = {
  articleNumber: 100,
  newArticleNumber: 100,
  manufacturerArticleNumber: 100,
  gtin: 100,
  manufacturer: 200,
  materialType: 100,
  name: 200,
  description: 10_000,
  unit: 100,
  discountGroup: 100,
} as const;

/** Maximum length of a cell in `others`. */
const maxOtherLength = 1_000;

export type TextField = keyof typeof textLimits;

/** Text fields of CSV and JSON rows. Only DATANORM renumbers articles. */
export type StatedText = Exclude<TextField, 'newArticleNumber'>;

export const numberFields = ['purchasePrice', 'listPrice', 'discountPercent', 'priceQuantity'] as const;

export const priceFields = ['purchasePrice', 'listPrice'] as const;

export type PriceField = (typeof priceFields)[number];

export type NumberField = (typeof numberFields)[number];

const textFields = Object.keys(textLimits) as TextField[];

export function isStatedText(field: string): field is StatedText {
  return Object.hasOwn(textLimits, field) && field !== 'newArticleNumber';
}

export const statedTexts: readonly StatedText[] = textFields.filter(isStatedText);

/** Descriptive texts, which are truncated if they are too long. */
const truncatable: readonly TextField[] = ['name', 'description'];

/** Numbers that a spreadsheet may have shortened to scientific notation, such as 1,23E+12. */
const numbers: readonly TextField[] = [
  'articleNumber',
  'newArticleNumber',
  'manufacturerArticleNumber',
  'gtin',
];
const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;
/**
 * A GTIN that a spreadsheet shortened and saved: its last digits became zeros, which the check digit does not always reveal.
 */
const zeroedGtin = /^\d{7,9}0{5,}$/;

const maxPriceQuantity = 1_000_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be stored.
const unreadable = /[\u0000-\u001F\u007F-\u009F\uFFFD]/;

function tidied(field: TextField, text: string): string {
  if (field !== 'description') return text.replace(/\s+/g, ' ').trim();
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function isReadable(text: string): boolean {
  return !unreadable.test(text.replace(/[\n\t]/g, '')) && text.isWellFormed();
}

/** The article number to report with an error; undefined if it is empty, unreadable or too long. */
export function shownArticleNumber(written: string): string | undefined {
  const text = tidied('articleNumber', written);
  const isSound = text !== '' && isReadable(text) && text.length <= textLimits.articleNumber;
  return isSound ? text : undefined;
}

function checkedText(field: TextField, written: string, row: RawRow): string | undefined {
  const text = tidied(field, written);
  if (text === '') return undefined;
  const limit = textLimits[field];
  if (isSpreadsheetError(text)) {
    row.errors.push(problem('spreadsheet_error', field, { value: text }));
    return undefined;
  }
  if (!isReadable(text)) {
    const problems = field === 'description' ? row.warnings : row.errors;
    problems.push(problem('invalid_characters', field));
    return undefined;
  }
  if (numbers.includes(field) && shortenedNumber.test(text)) {
    // The article number identifies the product; the other numbers are optional.
    const problems = field === 'manufacturerArticleNumber' || field === 'gtin' ? row.warnings : row.errors;
    problems.push(problem('shortened_number', field, { value: text }));
    return undefined;
  }
  if (text.length <= limit) return text;
  if (!truncatable.includes(field)) {
    row.errors.push(problem('too_long', field, { limit }));
    return undefined;
  }
  row.warnings.push(problem('text_shortened', field, { limit }));
  const cut = text.slice(0, limit);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}

/** A unit of "100 m" sets the price quantity to 100, like the quantity 100 with the unit m. */
function applyUnit(row: RawRow, written: string, { unit, quantity }: WrittenUnit): void {
  const stated = row.priceQuantity ?? new Big(1);
  const isOtherQuantity = quantity !== 1 && !stated.eq(1) && !stated.eq(quantity);
  if (isOtherQuantity || (row.quantityUnit ?? unit) !== unit) {
    row.errors.push(problem('conflicting_price_quantity', 'unit', { value: written }));
  } else if (quantity !== 1) row.priceQuantity = new Big(quantity);
}

/** An unknown unit is dropped if the row has no price; otherwise the price basis is ambiguous. */
function checkedUnit(row: RawRow, written: string | undefined): Unit | undefined {
  if (written === undefined) return undefined;
  const unit = writtenUnit(written);
  if (unit) applyUnit(row, written, unit);
  else if (row.purchasePrice ?? row.listPrice)
    row.errors.push(problem('unclear_unit', 'unit', { value: written }));
  else row.warnings.push(problem('unknown_unit', 'unit', { value: written }));
  return unit?.unit;
}

function checkedPriceQuantity(row: RawRow): number {
  const { priceQuantity } = row;
  if (priceQuantity === undefined) return 1;
  const whole = priceQuantity.eq(priceQuantity.round());
  if (whole && priceQuantity.gte(1) && priceQuantity.lte(maxPriceQuantity)) return priceQuantity.toNumber();
  row.errors.push(problem('invalid_price_quantity', 'priceQuantity', { value: decimalText(priceQuantity) }));
  return 1;
}

/** A price per unit must not be divided by the price quantity. */
function checkUnitPrices(quantity: number, row: RawRow): void {
  if (quantity === 1) return;
  for (const field of priceFields) {
    const value = row.unitPriceHeaders?.[field];
    if (value !== undefined && row[field] !== undefined)
      row.errors.push(problem('conflicting_price_quantity', field, { value }));
  }
}

function checkedPrice(field: PriceField, quantity: number, row: RawRow): string | undefined {
  const price = row[field];
  if (price === undefined) return undefined;
  const exact = price.div(quantity);
  const rounded = roundedUnitPrice(exact);
  if (price.lte(0) || rounded.eq(0) || rounded.gte(unitPriceLimit)) {
    row.errors.push(problem('invalid_price', field, { value: decimalText(price) }));
    return undefined;
  }
  if (!exact.eq(rounded)) {
    const values = { exact: decimalText(exact), rounded: decimalText(rounded) };
    row.warnings.push(problem('price_rounded', field, values));
  }
  return decimalText(price);
}

/** Suppliers write 0 when they do not state a price. */
function dropZeroPrices(row: RawRow): void {
  for (const field of priceFields) if (row[field]?.eq(0)) row[field] = undefined;
}

function applyDiscount(row: RawRow): void {
  const { discountPercent, listPrice } = row;
  if (discountPercent !== undefined && (discountPercent.lt(0) || discountPercent.gte(100))) {
    row.errors.push(problem('invalid_discount', 'discountPercent', { value: decimalText(discountPercent) }));
  } else if (listPrice !== undefined && row.purchasePrice === undefined) {
    if (discountPercent !== undefined)
      row.purchasePrice = listPrice.minus(listPrice.times(discountPercent).times('0.01'));
  } else if (discountPercent?.gt(0) && listPrice === undefined) {
    row.warnings.push(problem('discount_ignored', 'discountPercent'));
  }
}

function warnAboutPrices({ action, purchasePrice, listPrice, surcharge, warnings }: RawRow): void {
  const needsPrice = action !== 'DELETE' && action !== 'RENUMBER';
  if (needsPrice && purchasePrice === undefined)
    warnings.push(problem('purchase_price_unknown', 'purchasePrice'));
  if (surcharge !== undefined && (purchasePrice ?? listPrice))
    warnings.push(problem('surcharge_not_included', 'purchasePrice', { value: surcharge }));
}

/** Applies the validation rules common to all formats. */
export function checkRow(row: RawRow): PriceListRow | PriceListFailure {
  const texts: Partial<Record<TextField, string>> = {};
  for (const field of textFields) {
    const written = row.texts[field];
    const text = written === undefined ? undefined : checkedText(field, written, row);
    if (text !== undefined) texts[field] = text;
  }
  const { unit: unitText, gtin, ...rest } = texts;
  dropZeroPrices(row);
  const unit = checkedUnit(row, unitText);
  const digits = gtin?.replace(/[\s-]/g, '');
  const isEmptyGtin = digits === undefined || /^0*$/.test(digits);
  const isZeroed = !isEmptyGtin && zeroedGtin.test(digits);
  const isRightGtin = !isEmptyGtin && !isZeroed && isGtin(digits);
  if (isZeroed) row.warnings.push(problem('shortened_number', 'gtin', { value: digits }));
  else if (!isEmptyGtin && !isRightGtin)
    row.warnings.push(problem('invalid_gtin', 'gtin', { value: digits }));

  for (const [name, value] of Object.entries(row.others ?? {})) {
    if (isSpreadsheetError(value)) row.errors.push(problem('spreadsheet_error', name, { value }));
    else if (!isReadable(value)) row.errors.push(problem('invalid_characters', name));
    else if (value.length > maxOtherLength)
      row.errors.push(problem('too_long', name, { limit: maxOtherLength }));
  }

  const priceQuantity = checkedPriceQuantity(row);
  checkUnitPrices(priceQuantity, row);
  applyDiscount(row);
  warnAboutPrices(row);
  const listPrice = checkedPrice('listPrice', priceQuantity, row);
  const purchasePrice = checkedPrice('purchasePrice', priceQuantity, row);

  const { file, line, action, others, errors, warnings } = row;
  const { articleNumber, manufacturerArticleNumber, manufacturer } = texts;
  const isOfManufacturer = manufacturerArticleNumber !== undefined && manufacturer !== undefined;
  if (errors.length === 0 && articleNumber === undefined && !isOfManufacturer && !isRightGtin) {
    const lost = warnings.filter(({ code }) => code === 'shortened_number' || code === 'invalid_gtin');
    errors.push(...lost, problem('missing_article_number', 'articleNumber'));
  }
  if (errors.length > 0) {
    return { kind: 'failed', file, line, ...(articleNumber !== undefined && { articleNumber }), errors };
  }
  return {
    kind: 'row',
    file,
    line,
    action,
    ...rest,
    ...(isRightGtin && { gtin: digits }),
    ...(purchasePrice !== undefined && { purchasePrice }),
    ...(listPrice !== undefined && { listPrice }),
    priceQuantity,
    ...(unit && { unit }),
    ...(others !== undefined && Object.keys(others).length > 0 && { others }),
    warnings,
  };
}
