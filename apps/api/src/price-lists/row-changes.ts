import type { RowChange, RowProblem } from '@pv-planning/contract';
import type { Product } from './catalog.ts';
import type { PlannedPrice, PlanOptions } from './planned.ts';
import { priceOf, sellingPricesOf } from './prices.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** A price that changes by more is likely to be for another quantity, or wrong. */
const unusualChange = 0.5;

const texts = ['name', 'description', 'unit', 'manufacturerArticleNumber', 'gtin'] as const;

interface Circumstances extends Pick<PlanOptions, 'supplier' | 'markup'> {
  /** Whether the product was found by the article number of the row. */
  byNumber: boolean;
}

/** A number in other letters is the same number. */
function isNews(field: (typeof texts)[number], product: Product, row: ListedRow): boolean {
  const value = row[field];
  if (value === undefined || field !== 'manufacturerArticleNumber') return value !== undefined;
  return value.toLowerCase() !== product[field]?.toLowerCase();
}

/** A number that the product lacked, with whose number it is. */
function adopted(
  { articleNumber: present, supplier: owner }: Product,
  { articleNumber }: ListedRow,
  { supplier }: Circumstances,
): Partial<Product> {
  if (present !== null || articleNumber === undefined) return {};
  return { articleNumber, supplier: owner ?? supplier };
}

/** Why a product that a row found without its article number is not what the row is about. */
function mismatch(product: Product, row: ListedRow, { byNumber }: Circumstances): RowProblem | undefined {
  if (byNumber) return undefined;
  if (row.articleNumber !== undefined && product.articleNumber !== null)
    return rowProblem('other_article', 'articleNumber');
  return product.isFromSupplier === false ? rowProblem('other_supplier', null) : undefined;
}

function fieldChanges(product: Product, next: Product): RowChange[] {
  return (['articleNumber', 'supplier', ...texts, 'purchasePrice'] as const)
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
  const said = texts.filter((field) => isNews(field, product, row)).map((field) => [field, row[field]]);
  const price = priceOf(row);
  const { prices, errors } = sellingPricesOf(price, circumstances.markup);
  const next: Product = {
    ...product,
    ...(!other && { ...Object.fromEntries(said), ...adopted(product, row, circumstances) }),
    ...(price !== undefined && { purchasePrice: price }),
  };
  const warnings = other ? [other] : [];
  if (product.archived) warnings.push(rowProblem('archived_product', null));
  const { purchasePrice: from } = product;
  if (price !== undefined && from > 0 && Math.abs(price - from) > unusualChange * from)
    warnings.push(rowProblem('large_price_change', 'purchasePrice', { from, to: price }));
  const changes = [...fieldChanges(product, next), ...priceChanges(product, prices)];
  return { next, prices, changes, warnings, errors };
}
