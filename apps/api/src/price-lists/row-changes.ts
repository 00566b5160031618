import type { Markup, RowChange, RowProblem } from '@pv-planning/contract';
import { Big } from 'big.js';
import type { Product } from './catalog.ts';
import type { PlannedPrice } from './plan.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** A price that changes by more is likely to be for another quantity, or wrong. */
const unusualChange = 0.5;

/** Decimals of a selling price. */
const priceDecimals = 5;

const texts = ['name', 'description', 'unit', 'manufacturerArticleNumber', 'gtin'] as const;

interface Circumstances {
  /** Euros of one unit. */
  price: number | undefined;
  /** Whether the product was found by the article number of the row. */
  byNumber: boolean;
  supplier: string | null;
  /** Of the manufacturer that the row names, when the catalog has it. */
  manufacturerId: string | null;
}

/** A number in other letters is the same number. */
function isNews(field: (typeof texts)[number], product: Product, row: ListedRow): boolean {
  const value = row[field];
  if (value === undefined || field !== 'manufacturerArticleNumber') return value !== undefined;
  return value.toLowerCase() !== product[field]?.toLowerCase();
}

/** What takes the place of nothing: a number that the product lacked, with whose number it is. */
function adopted(
  product: Product,
  row: ListedRow,
  { supplier, manufacturerId }: Circumstances,
): Partial<Product> {
  const isOfSupplier = supplier === null || product.supplier === null || product.supplier === supplier;
  const number = product.articleNumber === null && row.articleNumber !== undefined && isOfSupplier;
  return {
    ...(number && { articleNumber: row.articleNumber, supplier: product.supplier ?? supplier }),
    ...(product.manufacturerId === null && manufacturerId !== null && { manufacturerId }),
  };
}

/** What a row says of a product that differs from it; of one that another article of the supplier is, the price alone. */
export function changesOf(
  product: Product,
  row: ListedRow,
  circumstances: Circumstances,
): { next: Product; changes: RowChange[]; warnings: RowProblem[] } {
  const { price, byNumber } = circumstances;
  const isOther = !byNumber && row.articleNumber !== undefined && product.articleNumber !== null;
  const said = Object.fromEntries(
    texts.filter((field) => isNews(field, product, row)).map((field) => [field, row[field]]),
  );
  const next: Product = {
    ...product,
    ...(!isOther && { ...said, ...adopted(product, row, circumstances) }),
    ...(price !== undefined && { purchasePrice: price }),
  };
  const fields = ['articleNumber', 'supplier', 'manufacturerId', ...texts, 'purchasePrice'] as const;
  const changes = fields
    .filter((field) => next[field] !== product[field])
    .map((field) => ({ field, from: product[field], to: next[field] }));
  const warnings: RowProblem[] = [];
  if (isOther) warnings.push(rowProblem('other_article', 'articleNumber'));
  if (product.archived) warnings.push(rowProblem('archived_product', null));
  const { purchasePrice: from } = product;
  if (price !== undefined && from > 0 && Math.abs(price - from) > unusualChange * from)
    warnings.push(rowProblem('large_price_change', 'purchasePrice', { from, to: price }));
  return { next, changes, warnings };
}

/** The selling prices that follow from a purchase price, where the product has others. */
export function sellingPriceChanges(
  product: Product | undefined,
  price: number | undefined,
  markup: readonly Markup[],
): { price: PlannedPrice; change: RowChange }[] {
  if (price === undefined) return [];
  return markup.flatMap(({ siteId, percent }) => {
    const factor = new Big(percent).plus(100).div(100);
    const net = new Big(price).times(factor).round(priceDecimals, Big.roundHalfUp).toNumber();
    const from = product?.sellingPrices?.find((known) => known.siteId === siteId)?.net ?? null;
    if (from === net) return [];
    return [{ price: { siteId, net }, change: { field: `sellingPrices/${siteId}`, from, to: net } }];
  });
}
