import { Big } from 'big.js';
import { decimalText, exactUnitPrice, roundedUnitPrice, unitPriceLimit } from './decimal.ts';
import { isGtin } from './gtin.ts';
import { type Problem, problem } from './problem.ts';
import type { Action, Place, PriceListFailure, PriceListRow } from './row.ts';
import { hasQuantity, type WrittenUnit, writtenUnit } from './unit.ts';

/** A row as a format read it: texts as written, numbers exact. `errors` and `warnings` are what the format found already. */
export interface RawRow extends Place {
  action: Action;
  texts: Partial<Record<TextField, string>>;
  purchasePrice?: Big | undefined;
  listPrice?: Big | undefined;
  /** Off the list price, in percent; makes the purchase price when there is none. */
  discountPercent?: Big | undefined;
  priceQuantity?: Big | undefined;
  /** Where it is said of prices that they are for one unit whatever the quantity, as written. */
  forOne?: Readonly<Partial<Record<PriceField, string>>>;
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

/** How long a cell may be that is no field of a row. */
const otherLimit = 1_000;

export type TextField = keyof typeof textLimits;

/** Which rows of CSV and JSON say; another article number is given by DATANORM alone. */
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

/** Only shown to people, so that a shorter one is better than none. */
const shortened: readonly TextField[] = ['name', 'description'];

/** Which a spreadsheet may have taken for large numbers, and shortened to 1,23E+12. */
const numbers: readonly string[] = ['articleNumber', 'newArticleNumber', 'manufacturerArticleNumber', 'gtin'];
const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

const maxPriceQuantity = 1_000_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be stored.
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

/** An article number as it can be shown beside what is wrong: undefined when it is empty, unreadable or too long. */
export function shownArticleNumber(written: string): string | undefined {
  const text = tidied('articleNumber', written);
  const isSound = text !== '' && isReadable(text) && text.length <= textLimits.articleNumber;
  return isSound ? text : undefined;
}

function checkedText(field: TextField, written: string, row: RawRow): string | undefined {
  const text = tidied(field, written);
  if (text === '') return undefined;
  const limit = textLimits[field];
  if (!isReadable(text)) {
    row.errors.push(problem('invalid_characters', field));
    return undefined;
  }
  if (numbers.includes(field) && shortenedNumber.test(text)) {
    row.errors.push(problem('shortened_number', field, { value: text }));
    return undefined;
  }
  if (text.length <= limit) return text;
  if (!shortened.includes(field)) {
    row.errors.push(problem('too_long', field, { limit }));
    return undefined;
  }
  row.warnings.push(problem('text_shortened', field, { limit }));
  const cut = text.slice(0, limit);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}

/** A unit of 100 metres says what a price is for just as a quantity of 100 does. */
function applyUnit(row: RawRow, written: string, { quantity }: WrittenUnit): void {
  if (quantity === undefined || quantity === 1) return;
  const stated = row.priceQuantity ?? new Big(1);
  if (!stated.eq(1) && !stated.eq(quantity)) {
    row.errors.push(problem('conflicting_price_quantity', 'unit', { value: written }));
  } else row.priceQuantity = new Big(quantity);
}

function checkedPriceQuantity(row: RawRow): number {
  const { priceQuantity } = row;
  if (priceQuantity === undefined) return 1;
  const whole = priceQuantity.eq(priceQuantity.round());
  if (whole && priceQuantity.gte(1) && priceQuantity.lte(maxPriceQuantity)) return priceQuantity.toNumber();
  row.errors.push(problem('invalid_price_quantity', 'priceQuantity', { value: decimalText(priceQuantity) }));
  return 1;
}

/** A price for one that was broken down again would be far too low. */
function checkForOne(quantity: number, row: RawRow): void {
  if (quantity === 1) return;
  for (const field of priceFields) {
    const value = row.forOne?.[field];
    if (value !== undefined && row[field] !== undefined)
      row.errors.push(problem('conflicting_price_quantity', field, { value }));
  }
}

function checkedPrice(field: PriceField, quantity: number, row: RawRow): string | undefined {
  const price = row[field];
  if (price === undefined) return undefined;
  const exact = exactUnitPrice(price, quantity);
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

function applyDiscount(row: RawRow): void {
  const { discountPercent, listPrice } = row;
  if (discountPercent !== undefined && (discountPercent.lt(0) || discountPercent.gte(100))) {
    row.errors.push(problem('invalid_discount', 'discountPercent', { value: decimalText(discountPercent) }));
  } else if (listPrice !== undefined && row.purchasePrice === undefined) {
    if (discountPercent === undefined) row.warnings.push(problem('purchase_price_unknown', 'purchasePrice'));
    else row.purchasePrice = listPrice.minus(listPrice.times(discountPercent).times('0.01'));
  } else if (discountPercent?.gt(0) && listPrice === undefined) {
    row.warnings.push(problem('discount_ignored', 'discountPercent'));
  }
}

/** The rules that hold for rows of every format. */
export function checkRow(row: RawRow): PriceListRow | PriceListFailure {
  const texts: Partial<Record<TextField, string>> = {};
  for (const field of textFields) {
    const written = row.texts[field];
    const text = written === undefined ? undefined : checkedText(field, written, row);
    if (text !== undefined) texts[field] = text;
  }
  const { unit: unitText, gtin, ...rest } = texts;
  const unit = unitText === undefined ? undefined : writtenUnit(unitText);
  if (unit) applyUnit(row, unitText ?? '', unit);
  else if (unitText !== undefined) {
    if (hasQuantity(unitText)) row.errors.push(problem('unclear_unit', 'unit', { value: unitText }));
    else row.warnings.push(problem('unknown_unit', 'unit', { value: unitText }));
  }
  const digits = gtin?.replace(/[\s-]/g, '');
  const isEmptyGtin = digits === undefined || /^0*$/.test(digits);
  const isRightGtin = !isEmptyGtin && isGtin(digits);
  if (!isEmptyGtin && !isRightGtin) row.warnings.push(problem('invalid_gtin', 'gtin', { value: digits }));

  for (const [name, value] of Object.entries(row.others ?? {})) {
    if (!isReadable(value)) row.errors.push(problem('invalid_characters', name));
    else if (value.length > otherLimit) row.errors.push(problem('too_long', name, { limit: otherLimit }));
  }

  // Many write 0 where there is no list price.
  if (row.listPrice?.eq(0) && row.purchasePrice !== undefined) row.listPrice = undefined;
  const priceQuantity = checkedPriceQuantity(row);
  checkForOne(priceQuantity, row);
  applyDiscount(row);
  const listPrice = checkedPrice('listPrice', priceQuantity, row);
  const purchasePrice = checkedPrice('purchasePrice', priceQuantity, row);

  const { file, line, action, others, errors, warnings } = row;
  const { articleNumber, manufacturerArticleNumber, manufacturer } = texts;
  // Without its manufacturer, a number there could be anybody's.
  const isOfManufacturer = manufacturerArticleNumber !== undefined && manufacturer !== undefined;
  if (articleNumber === undefined && !isOfManufacturer && !isRightGtin) {
    if (errors.length === 0) errors.push(problem('missing_article_number', 'articleNumber'));
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
    ...(unit && { unit: unit.unit }),
    ...(others !== undefined && Object.keys(others).length > 0 && { others }),
    warnings,
  };
}
