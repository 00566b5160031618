import type { SellingPrice, SellingPriceInput } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { compareIds } from '../identifiers/record-id.ts';
import { requireOnePerSite } from '../references/one-per-site.ts';

/** A price as it is stored. The database computes the gross price. */
export type StoredPrice = Omit<SellingPrice, 'gross'>;

/** Selects the prices of a product. */
export function sellingPrices({ selectFrom, fn }: ExpressionBuilder<CompanyTables, 'material'>) {
  const prices = selectFrom('materialSellingPrice')
    .select(({ fn, cast, ref }) => {
      const price = jsonBuildObject({
        siteId: cast<string>('siteId', 'text'),
        net: ref('net'),
        vatRate: ref('vatRate'),
        gross: ref('gross'),
      });
      return fn.agg<SellingPrice[]>('json_agg', [price]).orderBy('siteId').as('sellingPrices');
    })
    .whereRef('materialSellingPrice.materialId', '=', 'material.id');
  return fn.coalesce(prices, sql<SellingPrice[]>`'[]'`);
}

/** Converts the prices of a body to their stored form: sorted by site, with VAT rates. */
export function storedPrices(
  prices: readonly SellingPriceInput[],
  vatRate: SellingPrice['vatRate'],
): StoredPrice[] {
  return prices
    .map((price) => ({ siteId: price.siteId, net: price.net, vatRate: price.vatRate ?? vatRate }))
    .sort((one, other) => compareIds(one.siteId, other.siteId));
}

/** Requires at most one price per site. @throws 400 `invalid_request` */
export function requireOnePricePerSite(prices: readonly SellingPriceInput[] | undefined): void {
  requireOnePerSite(prices, { path: '/sellingPrices', what: 'a price' });
}

/** Inserts prices of a product. Returns them with gross prices. */
export async function insertPrices(
  db: CompanyQueries,
  materialId: string,
  prices: readonly StoredPrice[],
): Promise<SellingPrice[]> {
  if (prices.length === 0) return [];
  const rows = prices.map((price) => ({ ...price, materialId }));
  const inserted = await db
    .insertInto('materialSellingPrice')
    .values(rows)
    .returning(['siteId', 'gross'])
    .execute();
  const gross = new Map(inserted.map((row) => [row.siteId, row.gross]));
  return prices.map((price) => ({ ...price, gross: Number(gross.get(price.siteId)) }));
}

export async function replacePrices(
  db: CompanyQueries,
  materialId: string,
  prices: readonly StoredPrice[],
): Promise<SellingPrice[]> {
  await db.deleteFrom('materialSellingPrice').where('materialId', '=', materialId).execute();
  return insertPrices(db, materialId, prices);
}
