import { Big } from 'big.js';
import { checkRow, type RawRow } from '../check-row.ts';
import { type Problem, problem } from '../problem.ts';
import type { Action, PriceListFailure, PriceListRow, SourceLine } from '../row.ts';
import { descriptionOf } from './description.ts';
import { type DiscountGroups, discounted } from './discount.ts';
import type { ArticleRecord, Price, TextLine } from './record.ts';
import { joinedText } from './text.ts';

/** The records of one article. */
export interface Article extends SourceLine {
  articleNumber: string;
  action: Action | null;
  newArticleNumber?: string;
  main?: ArticleRecord;
  gtin: string;
  dimension: TextLine[];
  /** Price records override the price of the article record. */
  listEntry?: Price;
  netEntry?: Price;
  errors: Problem[];
  warnings: Problem[];
}

export function newArticle(articleNumber: string, { file, line }: SourceLine): Article {
  return { file, line, articleNumber, action: null, gtin: '', dimension: [], errors: [], warnings: [] };
}

/** Price marks, which specify the kind of price in a record. */
const mark = { listPrice: '1', netPrice: '2', factoryPrice: '3' };

const isOpen = ({ cents }: Price) => /^0*$/.test(cents);

/** Reports each problem once, even if several price records of an article have it. */
function addOnce(problems: Problem[], next: Problem): void {
  if (!problems.some(({ code }) => code === next.code)) problems.push(next);
}

function warnOfSecond({ warnings }: Article, before: Price | undefined, entry: Price): void {
  if (before && before.cents !== entry.cents) addOnce(warnings, problem('second_price', 'purchasePrice'));
}

export function addPrice(article: Article, entry: Price): void {
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

/** Undefined if the price is 0 or empty; also undefined, with an error, if it is not a number. */
function eurosOf(price: Price | undefined, field: string, errors: Problem[]): Big | undefined {
  if (price === undefined || isOpen(price)) return undefined;
  if (/^\d{1,12}$/.test(price.cents)) return new Big(price.cents).times('0.01');
  errors.push(problem('invalid_price', field, { value: price.cents }));
  return undefined;
}

/**
 * The number of units that the prices apply to. Undefined without prices; undefined with an error if the records contradict
 * each other.
 */
function quantityOf(
  prices: readonly Price[],
  main: ArticleRecord | undefined,
  errors: Problem[],
): Big | undefined {
  const field = 'priceQuantity';
  const quantities = new Set(prices.map(({ quantity }) => quantity ?? main?.price.quantity));
  const [quantity] = quantities;
  if (quantities.size > 1)
    errors.push(problem('conflicting_price_quantity', field, { value: [...quantities].join(' / ') }));
  else if (quantities.size === 1 && quantity === undefined)
    errors.push(problem('price_quantity_unknown', field));
  else if (quantity !== undefined && /^\d{1,7}$/.test(quantity)) return new Big(quantity);
  else if (quantity !== undefined) errors.push(problem('invalid_price_quantity', field, { value: quantity }));
  return undefined;
}

type Prices = Pick<RawRow, 'listPrice' | 'purchasePrice' | 'priceQuantity'>;

function pricesOf({ main, listEntry, netEntry, errors, warnings }: Article, groups: DiscountGroups): Prices {
  const own = main && !isOpen(main.price) ? main.price : undefined;
  if (own && own.mark !== mark.listPrice && own.mark !== mark.netPrice)
    errors.push(problem('invalid_price_mark', 'listPrice', { value: own.mark }));
  const list = listEntry ?? (own?.mark === mark.listPrice ? own : undefined);
  const net = netEntry ?? (own?.mark === mark.netPrice ? own : undefined);
  const listPrice = eurosOf(list, 'listPrice', errors);
  const group = list?.discountGroup || (main?.price.discountGroup ?? '');
  const discount =
    list && listPrice && !netEntry ? discounted(listPrice, list.discounts, group, groups) : 'unknown';
  let purchasePrice: Big | undefined;
  if (discount === 'unknown') purchasePrice = eurosOf(net, 'purchasePrice', errors);
  else if ('invalid' in discount)
    errors.push(problem(discount.code, 'purchasePrice', { value: discount.invalid }));
  else {
    purchasePrice = discount.price;
    if (discount.hasMultiplier) warnings.push(problem('unusual_discount', 'purchasePrice'));
  }
  const used = [listPrice && list, discount === 'unknown' && purchasePrice ? net : undefined];
  const priceQuantity = quantityOf(
    used.filter((price) => price !== undefined),
    main,
    errors,
  );
  return { listPrice, purchasePrice, priceQuantity };
}

/**
 * Builds the row of an article after all records have been read.
 * @param surcharge type of the record that states a surcharge
 */
export function rowOfArticle(
  article: Article,
  longText: string,
  surcharge: string | undefined,
  groups: DiscountGroups,
): PriceListRow | PriceListFailure {
  const { file, line, main, errors, warnings, articleNumber, newArticleNumber } = article;
  const row: RawRow = {
    file,
    line,
    action: article.action ?? 'CHANGE',
    texts: {
      articleNumber,
      gtin: article.gtin || (main?.gtin ?? ''),
      ...(newArticleNumber !== undefined && { newArticleNumber }),
    },
    ...pricesOf(article, groups),
    surcharge: surcharge && `${surcharge} record`,
    errors,
    warnings,
  };
  if (main) {
    const [short1, short2] = main.shortTexts;
    row.texts.name = main.textCode === '01' ? short1 : `${short1} ${short2}`;
    row.texts.unit = main.unit;
    row.texts.discountGroup = main.price.discountGroup;
    const texts = { short1, short2, long: longText, dimension: joinedText(article.dimension) };
    const description = descriptionOf(texts, main.textCode);
    if (description !== undefined) row.texts.description = description;
  }
  return checkRow(row);
}
