import type { RowChange, RowProblem } from '@pv-planning/contract';
import { gtinKey } from '@pv-planning/price-list';
import type { KnownManufacturer, Product } from './catalog.ts';
import { changeableColumns, type PlannedPrice, type PlanOptions } from './planned.ts';
import { priceOf, sellingPricesOf } from './prices.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** A price that changes by more is likely to be for another quantity, or wrong. */
const unusualChange = 0.5;

const texts = ['name', 'description', 'unit', 'manufacturerArticleNumber', 'gtin'] as const;

type TextField = (typeof texts)[number];

interface Circumstances extends Pick<PlanOptions, 'supplier' | 'markup'> {
  /** Whether the product was found by the article number of the row. */
  byNumber: boolean;
  /** That the row names. */
  manufacturer: KnownManufacturer | undefined;
}

const isSameNumber = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** A number written in another way is the same number. */
function isNews(field: TextField, product: Product, value: string | undefined): value is string {
  if (value === undefined) return false;
  const present = product[field];
  if (field === 'manufacturerArticleNumber') return !isSameNumber(present, value);
  return field !== 'gtin' || present === null || gtinKey(present) !== gtinKey(value);
}

/** A number that the product lacked, and whose number it is. */
function adopted(
  { articleNumber: present, supplier: owner }: Product,
  { articleNumber }: ListedRow,
  { supplier }: Circumstances,
): Partial<Product> {
  if (articleNumber === undefined) return {};
  return { articleNumber: present ?? articleNumber, supplier: owner ?? supplier };
}

/** Why a product that a row found without its article number is not what the row is about. */
function mismatch(product: Product, row: ListedRow, { byNumber }: Circumstances): RowProblem | undefined {
  if (byNumber) return undefined;
  if (product.isFromSupplier === false) return rowProblem('other_supplier', null);
  const { articleNumber } = row;
  const isOther =
    articleNumber !== undefined &&
    product.articleNumber !== null &&
    !isSameNumber(articleNumber, product.articleNumber);
  return isOther ? rowProblem('other_article', 'articleNumber') : undefined;
}

/** Whether a number at the manufacturer is the product's: without the manufacturer, it could be anybody's. */
function isOwnNumber({ manufacturerId }: Product, { manufacturer }: Circumstances): boolean {
  return manufacturerId === null || manufacturer?.id === manufacturerId;
}

/** The texts of a row that are news of the product, and what is left out of them. */
function textsOf(product: Product, row: ListedRow, circumstances: Circumstances) {
  const news = texts.filter((field) => isNews(field, product, row[field]));
  const foreign = isOwnNumber(product, circumstances) ? undefined : 'manufacturerArticleNumber';
  const taken = news.filter((field) => field !== foreign);
  return {
    said: Object.fromEntries(taken.map((field) => [field, row[field]])),
    ignored:
      taken.length < news.length
        ? [rowProblem('manufacturer_number_ignored', 'manufacturerArticleNumber')]
        : [],
  };
}

function fieldChanges(product: Product, next: Product): RowChange[] {
  return changeableColumns
    .filter((field) => next[field] !== product[field])
    .map((field) => ({ field, from: product[field], to: next[field] }));
}

function priceChanges({ sellingPrices }: Product, prices: readonly PlannedPrice[]): RowChange[] {
  return prices
    .map(({ siteId, net }) => {
      const present = sellingPrices.find((price) => price.siteId === siteId);
      return { field: `sellingPrices/${siteId}`, from: present?.net ?? null, to: net };
    })
    .filter(({ from, to }) => from !== to);
}

/** What a row says of a product that differs from it. Of one that turns out to be another article, the price alone counts. */
export function changesOf(
  product: Product,
  row: ListedRow,
  circumstances: Circumstances,
): {
  next: Product;
  prices: PlannedPrice[];
  changes: RowChange[];
  warnings: RowProblem[];
  errors: RowProblem[];
} {
  const other = mismatch(product, row, circumstances);
  const { said, ignored } = textsOf(product, row, circumstances);
  const price = priceOf(row);
  const { prices, errors } = sellingPricesOf(price, circumstances.markup);
  const next: Product = {
    ...product,
    ...(!other && { ...said, ...adopted(product, row, circumstances) }),
    ...(price !== undefined && { purchasePrice: price }),
  };
  const warnings = other ? [other] : ignored;
  if (product.archived) warnings.push(rowProblem('archived_product', null));
  const { purchasePrice: from } = product;
  if (price !== undefined && from > 0 && Math.abs(price - from) > unusualChange * from)
    warnings.push(rowProblem('large_price_change', 'purchasePrice', { from, to: price }));
  const changes = [...fieldChanges(product, next), ...priceChanges(product, prices)];
  return { next, prices, changes, warnings, errors };
}
