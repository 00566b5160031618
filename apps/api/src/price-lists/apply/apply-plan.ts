import type { Context } from '../../handler-context.ts';
import { readClock } from '../../records/change-time.ts';
import { asStaleRead } from '../../sql/database-errors.ts';
import type { ChangedProduct, Plan } from '../plan/plan.ts';
import { setPlanCacheMode } from '../plan-cache-mode.ts';
import { addManufacturers } from './add-manufacturers.ts';
import { addProducts } from './add-products.ts';
import { changeProducts } from './change-products.ts';
import { type ProductPrice, writePrices } from './write-prices.ts';

/** The ids of the added manufacturers and products. */
export interface AppliedPlan {
  /** Ids by manufacturer key. */
  manufacturerIds: ReadonlyMap<string, string>;
  /** Ids in the order of the plan's `created`. */
  productIds: readonly string[];
}

function pricesOf({ product: { id: materialId }, prices }: ChangedProduct): ProductPrice[] {
  return prices.map((price) => ({ ...price, materialId }));
}

async function write(plan: Plan, context: Pick<Context, 'db' | 'raiseAll'>): Promise<AppliedPlan> {
  const { db } = context;
  const clock = await readClock(db);
  const manufacturerIds = await addManufacturers(db, plan.manufacturers);
  await changeProducts(plan.changed, context, clock);
  await setPlanCacheMode(db, 'generic');
  const products = plan.created.map(({ product }) => product);
  const { productIds, prices } = await addProducts(products, manufacturerIds, context, clock);
  await writePrices(db, [...plan.changed.flatMap(pricesOf), ...prices]);
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
