import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Context } from '../../kernel/handler-context.ts';
import { reserveIds } from '../../kernel/identifiers/reserve-ids.ts';
import { changeTime, readClock } from '../../kernel/records/change-time.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { asStaleRead } from '../../kernel/sql/database-errors.ts';
import { unnested } from '../../kernel/sql/unnested-rows.ts';
import { isReported } from '../materials/material-events.ts';
import { defaultVatRate } from '../materials/material-kinds.ts';
import { changeableColumns, changeableTypes, listedColumns, listedTypes } from './match/product.ts';
import type { ChangedProduct, NewProduct, Plan } from './plan/plan.ts';
import { setPlanCacheMode } from './plan-cache-mode.ts';

/** The ids of the added manufacturers and products. */
export interface AppliedPlan {
  /** Ids by manufacturer key. */
  manufacturerIds: ReadonlyMap<string, string>;
  /** Ids in the order of the plan's `created`. */
  productIds: readonly string[];
}

/** Adds manufacturers. Returns their ids by the keys of their names. @param names the names by key */
async function addManufacturers(
  db: CompanyQueries,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (names.size === 0) return new Map();
  const rows = [...names.values()].map((name) => ({ name }));
  const added = await db
    .insertInto('manufacturer')
    .columns(['name'])
    .expression(db.selectFrom(unnested('given', { name: 'text' }, rows)).select('name'))
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(added.map(({ id, name }) => [name, id]));
  return new Map([...names].map(([key, name]) => [key, String(ids.get(name))]));
}

const changedTypes = {
  ...changeableTypes,
  id: 'bigint',
  archived: 'boolean',
  isPriced: 'boolean',
  updatedAt: 'timestamptz',
} as const;

function changedRow({ product, before }: ChangedProduct, clock: string) {
  return {
    ...product,
    isPriced: product.purchasePrice !== before.purchasePrice,
    updatedAt: changeTime(clock, before.updatedAt),
  };
}

/**
 * Writes changed products, except for their selling prices, and raises events for changes to fields that events contain.
 *
 * @param clock the database's clock, read after the products were locked
 */
async function changeProducts(
  changed: readonly ChangedProduct[],
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
  clock: string,
): Promise<void> {
  if (changed.length === 0) return;
  await db
    .updateTable('material')
    .from(
      unnested(
        'given',
        changedTypes,
        changed.map((change) => changedRow(change, clock)),
      ),
    )
    .set(({ eb, ref }) => ({
      ...Object.fromEntries(changeableColumns.map((column) => [column, ref(`given.${column}`)])),
      archived: ref('given.archived'),
      purchasePriceUpdatedAt: eb
        .case()
        .when('given.isPriced', '=', true)
        .then(ref('given.updatedAt'))
        .else(ref('material.purchasePriceUpdatedAt'))
        .end(),
      updatedAt: ref('given.updatedAt'),
    }))
    .whereRef('material.id', '=', 'given.id')
    .execute();
  const reported = changed.filter(({ product, before }) => isReported(changedFields(before, product) ?? {}));
  await raiseAll(
    'material.updated',
    reported.map(({ product, before }) => ({
      record: product,
      changedAt: changeTime(clock, before.updatedAt),
    })),
  );
}

const addedTypes = { ...listedTypes, isPriced: 'boolean', data: 'text' } as const;

function addedRow(product: NewProduct, id: string, manufacturerIds: ReadonlyMap<string, string>) {
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

/** Adds new products, except for their selling prices, and raises their events. Returns their ids. @param clock the time of creation */
async function addProducts(
  products: readonly NewProduct[],
  manufacturerIds: ReadonlyMap<string, string>,
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
  clock: string,
): Promise<string[]> {
  if (products.length === 0) return [];
  const ids = await reserveIds(db, 'material', products.length);
  const rows = products.map((product, index) => addedRow(product, String(ids[index]), manufacturerIds));
  await db
    .insertInto('material')
    .columns([...listedColumns, 'data', 'purchasePriceUpdatedAt', 'createdAt', 'updatedAt'])
    .expression(
      db
        .selectFrom(unnested('given', addedTypes, rows))
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
  return ids;
}

/** A selling price of a product. A new one has the VAT rate of the product; an existing one keeps its rate. */
interface ProductPrice {
  materialId: string;
  siteId: string;
  /** Net euros per unit. */
  net: number;
}

const priceTypes = { materialId: 'bigint', siteId: 'bigint', net: 'numeric' } as const;
const priceColumns = ['materialId', 'siteId', 'net'] as const;

/** Maximum number of prices that one statement writes without exceeding its timeout. */
const maxPerStatement = 50_000;

/** Inserts selling prices; updates existing prices of the same product and site. */
async function writePrices(db: CompanyQueries, prices: readonly ProductPrice[]): Promise<void> {
  for (let start = 0; start < prices.length; start += maxPerStatement) {
    const batch = prices.slice(start, start + maxPerStatement);
    await db
      .insertInto('materialSellingPrice')
      .columns(priceColumns)
      .expression(db.selectFrom(unnested('given', priceTypes, batch)).select(priceColumns))
      .onConflict((conflict) =>
        conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
      )
      .execute();
  }
}

async function write(plan: Plan, context: Pick<Context, 'db' | 'raiseAll'>): Promise<AppliedPlan> {
  const { db } = context;
  const clock = await readClock(db);
  const manufacturerIds = await addManufacturers(db, plan.manufacturers);
  await changeProducts(plan.changed, context, clock);
  await setPlanCacheMode(db, 'generic');
  const products = plan.created.map(({ product }) => product);
  const productIds = await addProducts(products, manufacturerIds, context, clock);
  const pricedIds = [...plan.changed.map(({ product }) => product.id), ...productIds];
  const prices = [...plan.changed, ...products].flatMap((priced, index) =>
    priced.prices.map((price) => ({ ...price, materialId: String(pricedIds[index]) })),
  );
  await writePrices(db, prices);
  return { manufacturerIds, productIds };
}

/**
 * Applies a plan. The number of statements hardly depends on the number of rows.
 *
 * @throws StaleReadError if another transaction has since added or deleted records that the plan adds or references
 */
export async function applyPlan(plan: Plan, context: Pick<Context, 'db' | 'raiseAll'>): Promise<AppliedPlan> {
  try {
    return await write(plan, context);
  } catch (error) {
    throw asStaleRead(error);
  }
}
