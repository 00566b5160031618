import type { SellingPrice, SellingPriceInput } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { requireOneASite } from '../records/one-a-site.ts';
import { compareIds } from '../records/record-id.ts';

/** A price as it is stored; the gross price follows from it. */
export type StoredPrice = Omit<SellingPrice, 'gross'>;

/** The prices of a product for its selection. */
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

/** The prices of a body in the order they are answered, each with its VAT. */
export function storedPrices(
  prices: readonly SellingPriceInput[],
  vatRate: SellingPrice['vatRate'],
): StoredPrice[] {
  return prices
    .map((price) => ({ siteId: price.siteId, net: price.net, vatRate: price.vatRate ?? vatRate }))
    .sort((one, other) => compareIds(one.siteId, other.siteId));
}

/** @throws 400 `invalid_request` for a second price at a site */
export function requireOnePriceASite(prices: readonly SellingPriceInput[] | undefined): void {
  requireOneASite(prices, { path: '/sellingPrices', what: 'a price' });
}

/** Adds prices to a product; returns them as they are answered. */
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
