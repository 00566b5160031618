import { Big } from 'big.js';
import { checkRow, type RawRow } from '../check-row.ts';
import { type Problem, problem } from '../problem.ts';
import type { Action, Place, PriceListFailure, PriceListRow } from '../row.ts';
import { descriptionOf } from './description.ts';
import { type DiscountGroups, discounted } from './discount.ts';
import type { ArticleRecord, PriceEntry, Quantity, TextLine } from './record.ts';
import { joinedText } from './text.ts';

/** The records of one article. */
export interface Article extends Place {
  articleNumber: string;
  action: Action | null;
  newArticleNumber?: string;
  main?: ArticleRecord;
  gtin: string;
  dimension: TextLine[];
  /** Price records override the price of the article record. */
  listEntry?: PriceEntry;
  netEntry?: PriceEntry;
  errors: Problem[];
  warnings: Problem[];
}

export function newArticle(articleNumber: string, { file, line }: Place): Article {
  return { file, line, articleNumber, action: null, gtin: '', dimension: [], errors: [], warnings: [] };
}

/** Which price a record states. */
const mark = { listPrice: '1', netPrice: '2', factoryPrice: '3' };

/** However many price records an article has, each problem is reported once. */
function addOnce(problems: Problem[], next: Problem): void {
  if (!problems.some(({ code }) => code === next.code)) problems.push(next);
}

function warnOfSecond({ warnings }: Article, before: PriceEntry | undefined, entry: PriceEntry): void {
  if (before && before.cents !== entry.cents) addOnce(warnings, problem('second_price', 'purchasePrice'));
}

export function addPrice(article: Article, entry: PriceEntry): void {
  if (entry.mark === mark.listPrice) {
    warnOfSecond(article, article.listEntry, entry);
    article.listEntry = entry;
  } else if (entry.mark === mark.netPrice) {
    warnOfSecond(article, article.netEntry, entry);
    article.netEntry = entry;
  } else if (entry.mark === mark.factoryPrice) {
    addOnce(article.warnings, problem('factory_price_ignored', 'purchasePrice'));
  } else addOnce(article.errors, problem('invalid_price_mark', 'purchasePrice', { value: entry.mark }));
}

/** The cents of a record, and how many units they are for: undefined when no record states it. */
interface Price {
  amount: Big;
  quantity: Quantity | undefined;
}

/** Undefined when the price is left open by 0 or nothing, and with an error when it is no number. */
function priceOf(
  cents: string,
  quantity: Quantity | undefined,
  field: string,
  errors: Problem[],
): Price | undefined {
  if (/^0*$/.test(cents)) return undefined;
  if (/^\d{1,12}$/.test(cents)) return { amount: new Big(cents).times('0.01'), quantity };
  errors.push(problem('invalid_price', field, { value: cents }));
  return undefined;
}

interface Prices {
  listPrice?: Price | undefined;
  purchasePrice?: Price | undefined;
}

function ownPrice({ main, errors }: Article): Prices {
  if (main === undefined || /^0*$/.test(main.cents)) return {};
  if (main.priceMark === mark.listPrice)
    return { listPrice: priceOf(main.cents, main.quantity, 'listPrice', errors) };
  if (main.priceMark === mark.netPrice)
    return { purchasePrice: priceOf(main.cents, main.quantity, 'purchasePrice', errors) };
  errors.push(problem('invalid_price_mark', 'listPrice', { value: main.priceMark }));
  return {};
}

function pricesOf(article: Article, groups: DiscountGroups): Prices {
  const { errors, warnings, listEntry, netEntry, main } = article;
  const own = ownPrice(article);
  const ofEntry = ({ cents, quantity }: PriceEntry, field: string) =>
    priceOf(cents, quantity ?? main?.quantity, field, errors);
  const listPrice = listEntry ? ofEntry(listEntry, 'listPrice') : own.listPrice;
  if (netEntry) return { listPrice, purchasePrice: ofEntry(netEntry, 'purchasePrice') };
  if (listPrice === undefined) return { purchasePrice: own.purchasePrice };

  const group = listEntry?.discountGroup || main?.discountGroup || '';
  const result = discounted(listPrice.amount, listEntry?.discounts ?? [], group, groups);
  if (result === 'unknown') return { listPrice, purchasePrice: own.purchasePrice };
  if ('invalid' in result) {
    errors.push(problem(result.code, 'purchasePrice', { value: result.invalid }));
    return { listPrice };
  }
  if (result.hasMultiplier) warnings.push(problem('unusual_discount', 'purchasePrice'));
  return { listPrice, purchasePrice: { amount: result.price, quantity: listPrice.quantity } };
}

/** How many units the prices are for; undefined without prices, and with an error when that is not clear. */
function priceQuantityOf({ listPrice, purchasePrice }: Prices, errors: Problem[]): Big | undefined {
  const field = 'priceQuantity';
  const quantities = [listPrice, purchasePrice]
    .filter((price) => price !== undefined)
    .map(({ quantity }) => quantity);
  for (const quantity of quantities) {
    if (quantity === undefined) addOnce(errors, problem('price_quantity_unknown', field));
    else if (quantity.value === null)
      addOnce(errors, problem('invalid_price_quantity', field, { value: quantity.written }));
  }
  const [value, other] = new Set(quantities.map((quantity) => quantity?.value));
  if (typeof value !== 'number') return undefined;
  if (typeof other === 'number')
    errors.push(problem('conflicting_price_quantity', field, { value: `${value} / ${other}` }));
  return new Big(value);
}

/** What belongs to articles, but is found only when all records have been read. */
export interface SharedRecords {
  longText: string;
  /** The letter of the record that states a surcharge. */
  surcharge: string | undefined;
  groups: DiscountGroups;
}

/** The row of an article, once all of its records have been read. */
export function rowOfArticle(
  article: Article,
  { longText, surcharge, groups }: SharedRecords,
): PriceListRow | PriceListFailure {
  const { file, line, main, errors, warnings, articleNumber, newArticleNumber } = article;
  const prices = pricesOf(article, groups);
  const row: RawRow = {
    file,
    line,
    action: article.action ?? 'CHANGE',
    texts: {
      articleNumber,
      gtin: article.gtin || (main?.gtin ?? ''),
      ...(newArticleNumber !== undefined && { newArticleNumber }),
    },
    listPrice: prices.listPrice?.amount,
    purchasePrice: prices.purchasePrice?.amount,
    priceQuantity: priceQuantityOf(prices, errors),
    surcharge: surcharge && `${surcharge} record`,
    errors,
    warnings,
  };
  if (main) {
    const [short1, short2] = main.shortTexts;
    row.texts.name = main.textCode === '01' ? short1 : `${short1} ${short2}`;
    row.texts.unit = main.unit;
    row.texts.discountGroup = main.discountGroup;
    const texts = { short1, short2, long: longText, dimension: joinedText(article.dimension) };
    const description = descriptionOf(texts, main.textCode);
    if (description !== undefined) row.texts.description = description;
  }
  return checkRow(row);
}
