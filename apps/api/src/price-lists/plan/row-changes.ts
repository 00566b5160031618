import type { RowChange, RowProblem } from '@pv-planning/contract';
import { gtinKey } from '@pv-planning/price-list';
import type { NamedManufacturer } from '../match/match-rows.ts';
import { changeableColumns, type Product } from '../match/product.ts';
import type { ListedRow } from '../read-list.ts';
import type { NewProduct, PlannedPrice, PlanOptions } from './plan.ts';
import { priceOf, sellingPricesOf } from './prices.ts';
import { rowProblem } from './row-problems.ts';

/** A price that changes by a greater share is probably wrong, or for another quantity. */
const unusualChange = 0.5;

const texts = ['name', 'description', 'unit', 'manufacturerArticleNumber', 'gtin'] as const;

type TextField = (typeof texts)[number];

interface RowContext extends Pick<PlanOptions, 'supplier' | 'markup'> {
  /** Whether the article number of the row found the product. */
  byNumber: boolean;
  /** The one that the row names. */
  manufacturer: NamedManufacturer | undefined;
}

const isSameNumber = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** Whether the value differs from the product's. Two spellings of a number are the same number. */
function differs(field: TextField, product: Product, value: string | undefined): value is string {
  if (value === undefined) return false;
  const present = product[field];
  if (field === 'manufacturerArticleNumber') return !isSameNumber(present, value);
  return field !== 'gtin' || present === null || gtinKey(present) !== gtinKey(value);
}

/** The article number of the row and the supplier of the list, where the product has none. */
function adopted(
  { articleNumber: present, supplier: owner }: Product,
  { articleNumber }: ListedRow,
  { supplier }: RowContext,
): Partial<Product> {
  if (articleNumber === undefined) return {};
  return { articleNumber: present ?? articleNumber, supplier: owner ?? supplier };
}

/** Why a product that was not found by article number is another article than the row's. */
function mismatch(product: Product, row: ListedRow, { byNumber }: RowContext): RowProblem | undefined {
  if (byNumber) return undefined;
  if (product.isFromSupplier === false) return rowProblem('other_supplier', null);
  const { articleNumber } = row;
  const isOther =
    articleNumber !== undefined &&
    product.articleNumber !== null &&
    !isSameNumber(articleNumber, product.articleNumber);
  return isOther ? rowProblem('other_article', 'articleNumber') : undefined;
}

/** Whether the manufacturer's article number in the row is the product's: it means nothing without the manufacturer. */
function isOwnNumber({ manufacturerId }: Product, { manufacturer }: RowContext): boolean {
  return manufacturerId === null || manufacturer?.id === manufacturerId;
}

/** The texts of a row that differ from the product's, and warnings about those that are ignored. */
function textChanges(product: Product, row: ListedRow, context: RowContext) {
  const differing = texts.filter((field) => differs(field, product, row[field]));
  const ignored = isOwnNumber(product, context) ? undefined : 'manufacturerArticleNumber';
  const taken = differing.filter((field) => field !== ignored);
  return {
    values: Object.fromEntries(taken.map((field) => [field, row[field]])),
    warnings:
      taken.length < differing.length
        ? [rowProblem('manufacturer_number_ignored', 'manufacturerArticleNumber')]
        : [],
  };
}

function fieldChanges(product: Product, next: Product): RowChange[] {
  return changeableColumns
    .filter((field) => next[field] !== product[field])
    .map((field) => ({ field, from: product[field], to: next[field] }));
}

/** What a row gives to a new product. */
export function givenValues(product: NewProduct): RowChange[] {
  const given = changeableColumns.map((field) => ({ field, from: null, to: product[field] ?? null }));
  return [...given.filter(({ to }) => to !== null), ...priceChanges({ sellingPrices: [] }, product.prices)];
}

function priceChanges(
  { sellingPrices }: Pick<Product, 'sellingPrices'>,
  prices: readonly PlannedPrice[],
): RowChange[] {
  return prices
    .map(({ siteId, net }) => {
      const present = sellingPrices.find((price) => price.siteId === siteId);
      return { field: `sellingPrices/${siteId}`, from: present?.net ?? null, to: net };
    })
    .filter(({ from, to }) => from !== to);
}

export interface RowChanges {
  /** The product after the row. */
  next: Product;
  prices: PlannedPrice[];
  changes: RowChange[];
  warnings: RowProblem[];
  errors: RowProblem[];
}

/** What a row changes of a product. Only the price, when the product turns out to be another article. */
export function changesOf(product: Product, row: ListedRow, context: RowContext): RowChanges {
  const other = mismatch(product, row, context);
  const { values, warnings: ignored } = textChanges(product, row, context);
  const price = priceOf(row);
  const { prices, errors } = sellingPricesOf(price, context.markup);
  const next: Product = {
    ...product,
    ...(!other && { ...values, ...adopted(product, row, context) }),
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
