import { Big } from 'big.js';
import { checkRow, type RawRow } from '../check-row.ts';
import { type Problem, problem } from '../problem.ts';
import type { Action, Place, PriceListFailure, PriceListRow } from '../row.ts';
import { descriptionOf } from './description.ts';
import { type DiscountGroups, discounted } from './discount.ts';
import type { ArticleRecord, DiscountStep, PriceEntry } from './record.ts';
import type { Text } from './text.ts';

/** What the records of a price list say about one article. */
export interface Article extends Place {
  articleNumber: string;
  action: Action | null;
  newArticleNumber?: string;
  main?: ArticleRecord;
  gtin: string;
  dimension?: Text;
  /** The prices of price records count more than that of the article's own record. */
  listEntry?: PriceEntry;
  netEntry?: PriceEntry;
  errors: Problem[];
  warnings: Problem[];
}

export function newArticle(articleNumber: string, { file, line }: Place): Article {
  return { file, line, articleNumber, action: null, gtin: '', errors: [], warnings: [] };
}

/** Which price a record states. */
const mark = { listPrice: '1', netPrice: '2', factoryPrice: '3' };

/** What is doubtful about price records is told once, however many there are. */
function tellOnce(problems: Problem[], next: Problem): void {
  if (!problems.some(({ code }) => code === next.code)) problems.push(next);
}

function warnOfSecond(article: Article, before: PriceEntry | undefined, entry: PriceEntry): void {
  if (before && before.cents !== entry.cents)
    tellOnce(article.warnings, problem('second_price', 'purchasePrice'));
}

export function addPrice(article: Article, entry: PriceEntry): void {
  if (entry.mark === mark.listPrice) {
    warnOfSecond(article, article.listEntry, entry);
    article.listEntry = entry;
  } else if (entry.mark === mark.netPrice) {
    warnOfSecond(article, article.netEntry, entry);
    article.netEntry = entry;
  } else if (entry.mark === mark.factoryPrice) {
    tellOnce(article.warnings, problem('factory_price_ignored', 'purchasePrice'));
  } else tellOnce(article.errors, problem('invalid_price_mark', 'purchasePrice', { value: entry.mark }));
}

/** Euros of cents; undefined for none, with an error for what is no amount. */
function euros(cents: string, field: string, errors: Problem[]): Big | undefined {
  if (/^\d{1,12}$/.test(cents)) return new Big(cents).times('0.01');
  errors.push(problem('invalid_price', field, { value: cents }));
  return undefined;
}

/** The price of the article's own record; none when it is left to a price record. */
function ownPrice(article: Article): { mark: string; price: Big } | undefined {
  const { main, errors } = article;
  if (main === undefined || /^0*$/.test(main.cents)) return undefined;
  if (main.priceMark !== mark.listPrice && main.priceMark !== mark.netPrice) {
    errors.push(problem('invalid_price_mark', 'listPrice', { value: main.priceMark }));
    return undefined;
  }
  const field = main.priceMark === mark.listPrice ? 'listPrice' : 'purchasePrice';
  const price = euros(main.cents, field, errors);
  return price && { mark: main.priceMark, price };
}

function prices(article: Article, groups: DiscountGroups): Pick<RawRow, 'listPrice' | 'purchasePrice'> {
  const { errors, warnings, listEntry, netEntry, main } = article;
  const own = ownPrice(article);
  const ownNet = own?.mark === mark.netPrice ? own.price : undefined;
  const ownList = own?.mark === mark.listPrice ? own.price : undefined;
  const listPrice = listEntry ? euros(listEntry.cents, 'listPrice', errors) : ownList;
  const net = netEntry && euros(netEntry.cents, 'purchasePrice', errors);
  if (netEntry || listPrice === undefined) return { listPrice, purchasePrice: net ?? ownNet };

  const steps: readonly DiscountStep[] = listEntry?.discounts ?? [];
  const result = discounted(listPrice, steps, main?.discountGroup ?? '', groups);
  if (result === 'unknown') return { listPrice, purchasePrice: ownNet };
  if ('invalid' in result) {
    errors.push(problem('invalid_discount', 'purchasePrice', { value: result.invalid }));
    return { listPrice };
  }
  if (result.unusual) warnings.push(problem('unusual_discount', 'purchasePrice'));
  return { listPrice, purchasePrice: result.price };
}

/** The row of an article, when everything about it has been read. */
export function rowOfArticle(
  article: Article,
  long: string,
  groups: DiscountGroups,
): PriceListRow | PriceListFailure {
  const { file, line, main, errors, warnings, articleNumber, newArticleNumber, gtin, dimension } = article;
  const row: RawRow = {
    file,
    line,
    action: article.action ?? 'CHANGE',
    texts: { articleNumber, gtin, ...(newArticleNumber !== undefined && { newArticleNumber }) },
    ...prices(article, groups),
    errors,
    warnings,
  };
  if (main) {
    const [short1, short2] = main.shortTexts;
    row.texts.name = main.textCode === '01' ? short1 : `${short1} ${short2}`;
    row.texts.unit = main.unit;
    row.texts.discountGroup = main.discountGroup;
    const description = descriptionOf(
      { short1, short2, long, dimension: dimension?.joined() ?? '' },
      main.textCode,
    );
    if (description !== undefined) row.texts.description = description;
    if (main.priceQuantity === null)
      errors.push(problem('invalid_price_quantity', 'priceQuantity', { value: main.priceUnit }));
    else row.priceQuantity = new Big(main.priceQuantity);
  } else if (row.listPrice ?? row.purchasePrice) {
    errors.push(problem('price_quantity_unknown', 'priceQuantity'));
  }
  return checkRow(row);
}
