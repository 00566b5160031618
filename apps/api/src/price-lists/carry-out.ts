import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../context.ts';
import { addProducts } from './add-products.ts';
import { changeProducts } from './change-products.ts';
import type { Plan } from './plan.ts';

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

/** Does what a plan says, in a few statements however large it is. Returns the manufacturers that were added: key → id. */
export async function carryOut(
  plan: Plan,
  context: Pick<Context, 'db' | 'raiseAll'>,
): Promise<Map<string, string>> {
  const manufacturerIds = await addManufacturers(context.db, plan.manufacturers);
  // Numbers that the list changes are free for its new products.
  await changeProducts([...plan.changed.values()], context);
  await addProducts(plan.created, manufacturerIds, context);
  return manufacturerIds;
}
