import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { kindOf } from '../materials/material-kinds.ts';
import type { Context } from '../records/context.ts';
import { unnested } from '../records/unnested-rows.ts';
import { listedColumns, listedTypes, type NewProduct, type Plan } from './planned.ts';
import type { ProductPrice } from './write-prices.ts';

const givenTypes = { ...listedTypes, isPriced: 'boolean', data: 'text' } as const;

/**
 * Ids for rows to insert, for what an insert answers does not say which row is whose; and the present by the database's clock,
 * for the transaction of a price list has begun long ago.
 */
async function idsAndTime(db: CompanyQueries, count: number): Promise<{ ids: string[]; now: string }> {
  const series = sql<{ position: number }>`generate_series(1, ${count}::integer)`;
  const numbered = await db
    .selectFrom(series.as<'given'>(sql`given(position)`))
    .select([sql<string>`nextval('material_id_seq')`.as('id'), sql<string>`statement_timestamp()`.as('now')])
    .execute();
  return { ids: numbered.map(({ id }) => id), now: String(numbered[0]?.now) };
}

function rowOf(product: NewProduct, id: string, manufacturerIds: ReadonlyMap<string, string>) {
  const { manufacturer, prices: _prices, purchasePrice, data, ...fields } = product;
  return {
    ...fields,
    id,
    manufacturerId: manufacturer?.id ?? manufacturerIds.get(manufacturer?.key ?? '') ?? null,
    vatRate: kindOf(product.materialType).vatRate ?? 0,
    purchasePrice: purchasePrice ?? 0,
    isPriced: purchasePrice !== undefined,
    data: JSON.stringify(data),
  };
}

/**
 * Adds the new products of a plan, and tells of them. Their ids come into the results. Returns their selling prices, which are
 * still to be written.
 */
export async function addProducts(
  created: Plan['created'],
  manufacturerIds: ReadonlyMap<string, string>,
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
): Promise<ProductPrice[]> {
  if (created.length === 0) return [];
  const { ids, now } = await idsAndTime(db, created.length);
  const rows = created.map(({ product }, index) => rowOf(product, String(ids[index]), manufacturerIds));
  await db
    .insertInto('material')
    .columns([...listedColumns, 'data', 'purchasePriceUpdatedAt', 'createdAt', 'updatedAt'])
    .expression(
      db
        .selectFrom(unnested('given', givenTypes, rows))
        .select(listedColumns)
        .select([
          sql<string>`given.data::json`.as('data'),
          sql<string>`case when given.is_priced then ${now}::timestamptz end`.as('purchasePriceUpdatedAt'),
          sql<string>`${now}::timestamptz`.as('createdAt'),
          sql<string>`${now}::timestamptz`.as('updatedAt'),
        ]),
    )
    .execute();
  for (const [index, { result }] of created.entries()) result.materialId = ids[index] ?? null;
  await raiseAll(
    'material.created',
    rows.map(({ id, materialType, name, manufacturerId }) => ({
      record: { id, materialType, name, archived: false, manufacturerId },
      changedAt: now,
    })),
  );
  return created.flatMap(({ product }, index) => {
    const { id: materialId = '', vatRate = 0 } = rows[index] ?? {};
    return product.prices.map((price) => ({ ...price, materialId, vatRate }));
  });
}
