import { sql } from 'kysely';
import type { Context } from '../../handler-context.ts';
import { reserveIds } from '../../identifiers/reserve-ids.ts';
import { defaultVatRate } from '../../materials/material-kinds.ts';
import { unnested } from '../../sql/unnested-rows.ts';
import { listedColumns, listedTypes } from '../match/product.ts';
import type { NewProduct } from '../plan/plan.ts';
import type { ProductPrice } from './write-prices.ts';

const givenTypes = { ...listedTypes, isPriced: 'boolean', data: 'text' } as const;

function rowOf(product: NewProduct, id: string, manufacturerIds: ReadonlyMap<string, string>) {
  const { manufacturer, prices: _prices, purchasePrice, data, ...fields } = product;
  return {
    ...fields,
    id,
    manufacturerId: manufacturer?.id ?? manufacturerIds.get(manufacturer?.key ?? '') ?? null,
    vatRate: defaultVatRate(product.materialType, data),
    purchasePrice: purchasePrice ?? 0,
    isPriced: purchasePrice !== undefined,
    data: JSON.stringify(data),
  };
}

interface AddedProducts {
  /** In the order of the products. */
  productIds: string[];
  /** The selling prices of the products, which the caller must write. */
  prices: ProductPrice[];
}

/** Adds new products, except for their selling prices, and raises their events. @param clock the time of creation */
export async function addProducts(
  products: readonly NewProduct[],
  manufacturerIds: ReadonlyMap<string, string>,
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
  clock: string,
): Promise<AddedProducts> {
  if (products.length === 0) return { productIds: [], prices: [] };
  const ids = await reserveIds(db, 'material', products.length);
  const rows = products.map((product, index) => rowOf(product, String(ids[index]), manufacturerIds));
  await db
    .insertInto('material')
    .columns([...listedColumns, 'data', 'purchasePriceUpdatedAt', 'createdAt', 'updatedAt'])
    .expression(
      db
        .selectFrom(unnested('given', givenTypes, rows))
        .select(listedColumns)
        .select([
          sql<string>`given.data::json`.as('data'),
          sql<string>`case when given.is_priced then ${clock}::timestamptz end`.as('purchasePriceUpdatedAt'),
          sql<string>`${clock}::timestamptz`.as('createdAt'),
          sql<string>`${clock}::timestamptz`.as('updatedAt'),
        ]),
    )
    .execute();
  await raiseAll(
    'material.created',
    rows.map(({ id, materialType, name, manufacturerId }) => ({
      record: { id, materialType, name, archived: false, manufacturerId },
      changedAt: clock,
    })),
  );
  const prices = products.flatMap((product, index) => {
    const { id: materialId = '' } = rows[index] ?? {};
    return product.prices.map((price) => ({ ...price, materialId }));
  });
  return { productIds: ids, prices };
}
