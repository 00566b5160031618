import type { Markup, RowChange, RowProblem } from '@pv-planning/contract';
import { gtinKey, roundedUnitPrice, unitPrice, unitPriceLimit } from '@pv-planning/price-list';
import { Big } from 'big.js';
import type { NamedManufacturer } from '../match/match-rows.ts';
import { changeableColumns, type Product } from '../match/product.ts';
import type { ListedRow } from '../read-list.ts';
import type { NewProduct, PlannedPrice, PlanOptions } from './plan.ts';
import { rowProblem } from './row-problems.ts';

/** Returns the purchase price in euros per unit, or undefined if the row has no price. */
export function priceOf({ purchasePrice, priceQuantity }: ListedRow): number | undefined {
  return purchasePrice === undefined ? undefined : Number(unitPrice(purchasePrice, priceQuantity));
}

/** Calculates selling prices from a purchase price; returns none if there is no purchase price. */
export function sellingPricesOf(
  purchasePrice: number | undefined,
  markup: readonly Markup[],
): { prices: PlannedPrice[]; errors: RowProblem[] } {
  if (purchasePrice === undefined) return { prices: [], errors: [] };
  const prices = markup.map(({ siteId, percent }) => {
    const factor = new Big(percent).plus(100).div(100);
    return { siteId, net: roundedUnitPrice(new Big(purchasePrice).times(factor)).toNumber() };
  });
  const isTooHigh = prices.some(({ net }) => unitPriceLimit.lte(net));
  return { prices, errors: isTooHigh ? [rowProblem('selling_price_too_high', 'purchasePrice')] : [] };
}

/** A price that changes by more than this share is probably wrong or for another quantity. */
const unusualChange = 0.5;

const texts = ['name', 'description', 'unit', 'manufacturerArticleNumber', 'gtin'] as const;

type TextField = (typeof texts)[number];

interface RowContext extends Pick<PlanOptions, 'supplier' | 'markup'> {
  /** Whether the product was found by its article number. */
  byNumber: boolean;
  /** The manufacturer in the row. */
  manufacturer: NamedManufacturer | undefined;
}

const isSameNumber = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** Whether the value differs from the product's. Ignores differences in the spelling of a number. */
function differs(field: TextField, product: Product, value: string | undefined): value is string {
  if (value === undefined) return false;
  const current = product[field];
  if (field === 'manufacturerArticleNumber') return !isSameNumber(current, value);
  return field !== 'gtin' || current === null || gtinKey(current) !== gtinKey(value);
}

/** Returns the article number of the row and the supplier of the list for a product without them. */
function adopted(
  { articleNumber: currentNumber, supplier: currentSupplier }: Product,
  { articleNumber }: ListedRow,
  { supplier }: RowContext,
): Partial<Product> {
  if (articleNumber === undefined) return {};
  return { articleNumber: currentNumber ?? articleNumber, supplier: currentSupplier ?? supplier };
}

/** Returns a warning if a product that was not found by article number is probably not the row's article. */
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

/** Whether the row's manufacturer article number can apply to the product: such a number is unique only within a manufacturer. */
function isOwnNumber({ manufacturerId }: Product, { manufacturer }: RowContext): boolean {
  return manufacturerId === null || manufacturer?.id === manufacturerId;
}

/** Returns the texts of a row that differ from those of the product, and a warning if a text is ignored. */
function textChanges(product: Product, row: ListedRow, context: RowContext) {
  const differing = texts.filter((field) => differs(field, product, row[field]));
  const ignored = isOwnNumber(product, context) ? undefined : 'manufacturerArticleNumber';
  const applied = differing.filter((field) => field !== ignored);
  return {
    values: Object.fromEntries(applied.map((field) => [field, row[field]])),
    warnings:
      applied.length < differing.length
        ? [rowProblem('manufacturer_number_ignored', 'manufacturerArticleNumber')]
        : [],
  };
}

function fieldChanges(product: Product, next: Product): RowChange[] {
  return changeableColumns
    .filter((field) => next[field] !== product[field])
    .map((field) => ({ field, from: product[field], to: next[field] }));
}

/** Returns the values of a new product as changes. */
export function initialValues(product: NewProduct): RowChange[] {
  const values = changeableColumns.map((field) => ({ field, from: null, to: product[field] ?? null }));
  return [...values.filter(({ to }) => to !== null), ...priceChanges({ sellingPrices: [] }, product.prices)];
}

function priceChanges(
  { sellingPrices }: Pick<Product, 'sellingPrices'>,
  prices: readonly PlannedPrice[],
): RowChange[] {
  return prices
    .map(({ siteId, net }) => {
      const current = sellingPrices.find((price) => price.siteId === siteId);
      return { field: `sellingPrices/${siteId}`, from: current?.net ?? null, to: net };
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

/** Returns the changes that a row makes to a product. If the product is probably another article, only the price changes. */
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
