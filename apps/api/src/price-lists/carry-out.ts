import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../records/context.ts';
import { asStaleRead } from '../records/database-errors.ts';
import { unnested } from '../records/unnested-rows.ts';
import { addProducts } from './add-products.ts';
import { changeProducts } from './change-products.ts';
import { planStatements } from './plan-statements.ts';
import type { ChangedProduct, Plan } from './planned.ts';
import { type ProductPrice, writePrices } from './write-prices.ts';

async function addManufacturers(
  db: CompanyQueries,
  manufacturers: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (manufacturers.size === 0) return new Map();
  const rows = [...manufacturers.values()].map((name) => ({ name }));
  const added = await db
    .insertInto('manufacturer')
    .columns(['name'])
    .expression(db.selectFrom(unnested('given', { name: 'text' }, rows)).select('name'))
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(added.map(({ id, name }) => [name, id]));
  return new Map([...manufacturers].map(([key, name]) => [key, String(ids.get(name))]));
}

function pricesOf({ product: { id: materialId, vatRate }, prices }: ChangedProduct): ProductPrice[] {
  return prices.map((price) => ({ ...price, materialId, vatRate }));
}

async function write(plan: Plan, context: Pick<Context, 'db' | 'raiseAll'>): Promise<Map<string, string>> {
  const { db } = context;
  const changed = [...plan.changed.values()];
  const manufacturerIds = await addManufacturers(db, plan.manufacturers);
  await changeProducts(changed, context);
  await planStatements(db, 'once');
  const pricesOfNew = await addProducts(plan.created, manufacturerIds, context);
  await writePrices(db, [...changed.flatMap(pricesOf), ...pricesOfNew]);
  return manufacturerIds;
}

/**
 * Does what a plan says, in a few statements however large it is. Returns the manufacturers that were added: key → id.
 *
 * @throws StaleReadError when others have meanwhile added or deleted what the plan adds or names
 */
export async function carryOut(...parameters: Parameters<typeof write>): Promise<Map<string, string>> {
  try {
    return await write(...parameters);
  } catch (error) {
    throw asStaleRead(error);
  }
}
