import type { Markup } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { setPlanCacheMode } from '../plan-cache-mode.ts';
import type { ListedRow } from '../read-list.ts';
import { findManufacturers } from './find-manufacturers.ts';
import { findProducts } from './find-products.ts';
import { type CatalogMatch, matchRows } from './match-rows.ts';
import type { Product } from './product.ts';
import { readRowKeys } from './row-keys.ts';

/** The products that match rows of a list, as they were before the import. */
export interface Catalog {
  /** One per row, in the order of the rows. */
  matches: CatalogMatch[];
  /** By id. */
  products: ReadonlyMap<string, Product>;
}

/** Reads the selling prices of products at the sites with markups. Returns them by product id. */
async function readPrices(db: CompanyQueries, ids: readonly string[], markup: readonly Markup[]) {
  if (markup.length === 0) return new Map<string, Product['sellingPrices']>();
  const sites = markup.map(({ siteId }) => siteId);
  const prices = await db
    .selectFrom('materialSellingPrice')
    .select(['materialId', 'siteId', 'net'])
    .where(({ eb, fn, val }) => eb('materialId', '=', fn.any(val(ids))))
    .where(({ eb, fn, val }) => eb('siteId', '=', fn.any(val(sites))))
    .execute();
  return Map.groupBy(prices, ({ materialId }) => materialId);
}

interface ReadOptions {
  supplier: string | null;
  markup: readonly Markup[];
  /** Whether to lock the products until the end of the transaction. */
  lock: boolean;
}

/** Reads the products that match the rows. The number of statements does not depend on the number of rows. */
export async function readCatalog(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  { supplier, markup, lock }: ReadOptions,
): Promise<Catalog> {
  await setPlanCacheMode(db, 'custom');
  const keys = await readRowKeys(db, rows);
  const manufacturerIds = await findManufacturers(
    db,
    keys.map(({ manufacturerKey }) => manufacturerKey),
  );
  const found = await findProducts(db, rows, keys, { supplier, lock });
  const prices = await readPrices(
    db,
    found.map(({ id }) => id),
    markup,
  );
  return {
    matches: matchRows(rows, keys, found, manufacturerIds),
    products: new Map(
      found.map((product) => [product.id, { ...product, sellingPrices: prices.get(product.id) ?? [] }]),
    ),
  };
}
