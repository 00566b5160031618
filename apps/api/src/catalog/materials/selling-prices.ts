import type { SellingPrice, SellingPriceInput } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { compareIds } from '../../kernel/identifiers/record-id.ts';
import { requireOnePerSite } from '../../kernel/references/one-per-site.ts';

/** A price as it is stored. Without a VAT rate of its own, it has the rate of the product. */
export type StoredPrice = Pick<SellingPrice, 'siteId' | 'net'> & { vatRate: SellingPrice['vatRate'] | null };

/** The VAT rate that applies to a price. */
export const sellingVatRate = (price: string) =>
  sql<SellingPrice['vatRate']>`coalesce(${sql.ref(`${price}.vatRate`)}, ${sql.ref('material.vatRate')})`;

/** Selects the prices of a product. */
export function sellingPrices({ selectFrom, fn }: ExpressionBuilder<CompanyTables, 'material'>) {
  const vatRate = sellingVatRate('materialSellingPrice');
  const prices = selectFrom('materialSellingPrice')
    .select(({ fn, cast, ref }) => {
      const price = jsonBuildObject({
        siteId: cast<string>('siteId', 'text'),
        net: ref('net'),
        vatRate,
        gross: sql<number>`round(net * (100 + ${vatRate}) / 100, 2)`,
      });
      return fn.agg<SellingPrice[]>('json_agg', [price]).orderBy('siteId').as('sellingPrices');
    })
    .whereRef('materialSellingPrice.materialId', '=', 'material.id');
  return fn.coalesce(prices, sql<SellingPrice[]>`'[]'`);
}

/**
 * Converts prices to their stored form, sorted by site. A VAT rate that equals that of the product is not a rate of its own: callers
 * send back the rates that they have read.
 */
export function storedPrices(
  prices: readonly (SellingPriceInput | StoredPrice)[],
  ofProduct: SellingPrice['vatRate'],
): StoredPrice[] {
  return prices
    .map(({ siteId, net, vatRate = null }) => ({
      siteId,
      net,
      vatRate: vatRate === ofProduct ? null : vatRate,
    }))
    .sort((one, other) => compareIds(one.siteId, other.siteId));
}

/** Requires at most one price per site. @throws 400 `invalid_request` */
export function requireOnePricePerSite(prices: readonly SellingPriceInput[] | undefined): void {
  requireOnePerSite(prices, { path: '/sellingPrices', what: 'a price' });
}

export async function insertPrices(
  db: CompanyQueries,
  materialId: string,
  prices: readonly StoredPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map((price) => ({ ...price, materialId }));
  await db.insertInto('materialSellingPrice').values(rows).execute();
}

export async function replacePrices(
  db: CompanyQueries,
  materialId: string,
  prices: readonly StoredPrice[],
): Promise<void> {
  await db.deleteFrom('materialSellingPrice').where('materialId', '=', materialId).execute();
  await insertPrices(db, materialId, prices);
}

/** Reads the prices of a product. */
export async function readPrices(db: CompanyQueries, materialId: string): Promise<SellingPrice[]> {
  const row = await db
    .selectFrom('material')
    .select((builder) => sellingPrices(builder).as('sellingPrices'))
    .where('id', '=', materialId)
    .executeTakeFirst();
  return row?.sellingPrices ?? [];
}
