import type { Markup, SellingPrice } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import type { MaterialType } from '../materials/material-kinds.ts';
import { isLockTimeout } from '../records/database-errors.ts';
import { findManufacturers, findProducts, keysOfRows, knowledgeOf } from './find-known.ts';
import { planStatements } from './plan-statements.ts';
import type { ListedRow } from './read-list.ts';

/** A product of the catalog, as far as price lists change it. */
export interface Product {
  id: string;
  materialType: MaterialType;
  name: string;
  archived: boolean;
  manufacturerId: string | null;
  supplier: string | null;
  /** Whether it is bought from the supplier of the list, if that names one; null when nobody said where it is bought. */
  isFromSupplier: boolean | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  vatRate: SellingPrice['vatRate'];
  purchasePrice: number;
  /** At the sites that the list has mark-ups for. */
  sellingPrices: Pick<SellingPrice, 'siteId' | 'net'>[];
}

/** What the catalog knows of the names and numbers of a row. Keys are the same for texts that mean the same. */
export interface Known {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
  byNumber: readonly string[];
  /** The number that the row gives, when it renumbers. */
  newNumberKey: string | null;
  byNewNumber: readonly string[];
  byManufacturerNumber: readonly string[];
  byGtin: readonly string[];
  /** Those with the number that nobody said the supplier of, when the list names its own. */
  withoutSupplier: readonly string[];
  manufacturer: KnownManufacturer | undefined;
}

export interface KnownManufacturer {
  key: string;
  id: string | null;
}

export interface Catalog {
  /** For each row, in their order. */
  known: Known[];
  products: ReadonlyMap<string, Product>;
}

/** The selling prices of products, by their ids, where there are mark-ups: by lists as well. */
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

/**
 * One import of a company after the other, so that the second finds the products that the first adds. Those of this process
 * have waited already.
 *
 * @throws 429 `rate_limited` when another process imports for longer than a lock may take
 */
async function waitForOtherImports(db: CompanyQueries): Promise<void> {
  try {
    await db.selectFrom('company').select('companyId').forNoKeyUpdate().execute();
  } catch (error) {
    throw isLockTimeout(error) ? rateLimited(10, { cause: error }) : error;
  }
}

interface ReadOptions {
  supplier: string | null;
  markup: readonly Markup[];
  /** Nothing will be changed, so that nobody has to wait. */
  dryRun: boolean;
}

/**
 * Holds the rows of a price list against the catalog: a few statements, however many rows. Part of the transaction that
 * carries the list out.
 */
export async function readCatalog(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  { supplier, markup, dryRun }: ReadOptions,
): Promise<Catalog> {
  await planStatements(db, 'anew');
  if (!dryRun) await waitForOtherImports(db);
  const keys = await keysOfRows(db, rows);
  const manufacturers = await findManufacturers(db, keys);
  const found = await findProducts(db, rows, keys, { supplier, lock: !dryRun });
  const prices = await readPrices(
    db,
    found.map(({ id }) => id),
    markup,
  );
  return {
    known: knowledgeOf(rows, keys, found, manufacturers),
    products: new Map(
      found.map((product) => [product.id, { ...product, sellingPrices: prices.get(product.id) ?? [] }]),
    ),
  };
}
