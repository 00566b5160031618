import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { emptyData } from '../materials/material-data.ts';
import { kindOf } from '../materials/material-kinds.ts';
import { now } from '../records/stored-values.ts';
import { unnested } from '../records/unnested-rows.ts';
import type { ChangedProduct, NewProduct, Plan, PlannedPrice } from './plan.ts';

/** Adds the manufacturers of the plan; key → id. */
async function addManufacturers(
  db: CompanyQueries,
  manufacturers: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (manufacturers.size === 0) return new Map();
  const rows = [...manufacturers.values()].map((name) => ({ name }));
  const added = await db.insertInto('manufacturer').values(rows).returning(['id', 'name']).execute();
  const ids = new Map(added.map(({ id, name }) => [name, id]));
  return new Map([...manufacturers].map(([key, name]) => [key, String(ids.get(name))]));
}

/** Ids for rows to insert: what an insert answers says not which row is whose. */
async function newIds(db: CompanyQueries, count: number): Promise<string[]> {
  const numbered = await db
    .selectFrom(
      sql<{ position: number }>`generate_series(1, ${count}::integer)`.as<'given'>(sql`given(position)`),
    )
    .select(sql<string>`nextval(pg_get_serial_sequence('material', 'id'))`.as('id'))
    .execute();
  return numbered.map(({ id }) => id);
}

interface Owned extends PlannedPrice {
  materialId: string;
  vatRate: number;
}

async function writePrices(db: CompanyQueries, prices: readonly Owned[]): Promise<void> {
  if (prices.length === 0) return;
  const given = unnested(
    'given',
    { materialId: 'bigint', siteId: 'bigint', net: 'numeric', vatRate: 'smallint' },
    prices.map(({ materialId, siteId, net, vatRate }) => ({ materialId, siteId, net, vatRate })),
  );
  await db
    .insertInto('materialSellingPrice')
    .columns(['materialId', 'siteId', 'net', 'vatRate'])
    .expression(
      db.selectFrom(given).select(['given.materialId', 'given.siteId', 'given.net', 'given.vatRate']),
    )
    .onConflict((conflict) =>
      conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
    )
    .execute();
}

async function addProducts(
  db: CompanyQueries,
  raiseAll: Context['raiseAll'],
  created: readonly NewProduct[],
  manufacturerIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (created.length === 0) return;
  const ids = await newIds(db, created.length);
  const rows = created.map((product, index) => {
    const { manufacturer, purchasePrice } = product;
    const key =
      manufacturer && 'key' in manufacturer ? manufacturerIds.get(manufacturer.key) : manufacturer?.id;
    return {
      id: String(ids[index]),
      materialType: product.materialType,
      name: product.name,
      manufacturerId: key ?? null,
      supplier: product.supplier,
      articleNumber: product.articleNumber,
      manufacturerArticleNumber: product.manufacturerArticleNumber,
      gtin: product.gtin,
      description: product.description,
      unit: product.unit,
      vatRate: kindOf(product.materialType).vatRate ?? 0,
      purchasePrice: purchasePrice ?? 0,
      isPriced: purchasePrice !== undefined,
      data: JSON.stringify({ ...emptyData(product.materialType), ...product.data }),
    };
  });
  const given = unnested(
    'given',
    {
      id: 'bigint',
      materialType: 'text',
      name: 'text',
      manufacturerId: 'bigint',
      supplier: 'text',
      articleNumber: 'text',
      manufacturerArticleNumber: 'text',
      gtin: 'text',
      description: 'text',
      unit: 'text',
      vatRate: 'smallint',
      purchasePrice: 'numeric',
      isPriced: 'boolean',
      data: 'text',
    },
    rows,
  );
  const columns = [
    'id',
    'materialType',
    'name',
    'manufacturerId',
    'supplier',
    'articleNumber',
    'manufacturerArticleNumber',
    'gtin',
    'description',
    'unit',
    'vatRate',
    'purchasePrice',
  ] as const;
  const [first] = await db
    .insertInto('material')
    .columns([...columns, 'data', 'purchasePriceUpdatedAt'])
    .expression(
      db
        .selectFrom(given)
        .select(columns)
        .select([
          sql<string>`given.data::json`.as('data'),
          sql<string>`case when given.is_priced then now() end`.as('purchasePriceUpdatedAt'),
        ]),
    )
    .returning('createdAt')
    .execute();
  const prices = rows.flatMap(({ id, vatRate }, index) =>
    (created[index]?.prices ?? []).map((price) => ({ ...price, materialId: id, vatRate })),
  );
  await writePrices(db, prices);
  for (const [index, { result }] of created.entries()) result.materialId = ids[index] ?? null;
  const changedAt = String(first?.createdAt);
  await raiseAll(
    'material.created',
    rows.map(({ id, name, manufacturerId }, index) => {
      const { materialType } = created[index] as NewProduct;
      return { record: { id, materialType, name, archived: false, manufacturerId }, changedAt };
    }),
  );
}

/** The fields that `material.updated` tells. */
function isTold({ product, before }: ChangedProduct): boolean {
  return (
    product.name !== before.name ||
    product.archived !== before.archived ||
    product.manufacturerId !== before.manufacturerId
  );
}

async function changeProducts(
  db: CompanyQueries,
  raiseAll: Context['raiseAll'],
  changed: readonly ChangedProduct[],
): Promise<void> {
  if (changed.length === 0) return;
  const prices = changed.flatMap(({ product, prices: planned }) =>
    planned.map((price) => ({ ...price, materialId: product.id, vatRate: product.vatRate })),
  );
  await writePrices(db, prices);
  const rows = changed.map(({ product, before }) => ({
    id: product.id,
    name: product.name,
    archived: product.archived,
    manufacturerId: product.manufacturerId,
    supplier: product.supplier,
    articleNumber: product.articleNumber,
    manufacturerArticleNumber: product.manufacturerArticleNumber,
    gtin: product.gtin,
    description: product.description,
    unit: product.unit,
    purchasePrice: product.purchasePrice,
    isPriced: product.purchasePrice !== before.purchasePrice,
  }));
  const given = unnested(
    'given',
    {
      id: 'bigint',
      name: 'text',
      archived: 'boolean',
      manufacturerId: 'bigint',
      supplier: 'text',
      articleNumber: 'text',
      manufacturerArticleNumber: 'text',
      gtin: 'text',
      description: 'text',
      unit: 'text',
      purchasePrice: 'numeric',
      isPriced: 'boolean',
    },
    rows,
  );
  const times = await db
    .updateTable('material')
    .from(given)
    .set(({ ref }) => ({
      name: ref('given.name'),
      archived: ref('given.archived'),
      manufacturerId: ref('given.manufacturerId'),
      supplier: ref('given.supplier'),
      articleNumber: ref('given.articleNumber'),
      manufacturerArticleNumber: ref('given.manufacturerArticleNumber'),
      gtin: ref('given.gtin'),
      description: ref('given.description'),
      unit: ref('given.unit'),
      purchasePrice: ref('given.purchasePrice'),
      purchasePriceUpdatedAt: sql<string>`case when given.is_priced then ${now} else purchase_price_updated_at end`,
      updatedAt: now,
    }))
    .whereRef('material.id', '=', 'given.id')
    .returning(['material.id', 'material.updatedAt'])
    .execute();
  const updatedAt = new Map(times.map(({ id, updatedAt: time }) => [id, time]));
  await raiseAll(
    'material.updated',
    changed
      .filter(isTold)
      .map(({ product }) => ({ record: product, changedAt: String(updatedAt.get(product.id)) })),
  );
}

/** What the plan adds; ids are filled into its results. */
export async function carryOut(
  plan: Plan,
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
): Promise<Map<string, string>> {
  const manufacturerIds = await addManufacturers(db, plan.manufacturers);
  await changeProducts(db, raiseAll, [...plan.changed.values()]);
  await addProducts(db, raiseAll, plan.created, manufacturerIds);
  return manufacturerIds;
}
