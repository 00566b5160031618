import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { ExpressionBuilder } from 'kysely';
import { changeTime, dbNow } from '../records/change-time.ts';

/** Selects the ids of the products that a product is compatible with. */
export function compatibleIds({ selectFrom, fn, val }: ExpressionBuilder<CompanyTables, 'material'>) {
  const ids = selectFrom('materialCompatibility')
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['compatibleId']).orderBy('compatibleId').as('ids'))
    .whereRef('materialCompatibility.materialId', '=', 'material.id');
  return fn.coalesce(ids, val<string[]>([]));
}

export async function insertCompatible(
  db: CompanyQueries,
  materialId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((compatibleId) => ({ materialId, compatibleId }));
  await db.insertInto('materialCompatibility').values(rows).execute();
}

export async function replaceCompatible(
  db: CompanyQueries,
  materialId: string,
  ids: readonly string[],
): Promise<void> {
  await db.deleteFrom('materialCompatibility').where('materialId', '=', materialId).execute();
  await insertCompatible(db, materialId, ids);
}

/** Sets `updatedAt` of the products that list this one as compatible, because deleting it removes it from their lists. */
export async function touchCompatible(db: CompanyQueries, id: string): Promise<void> {
  const locked = db
    .selectFrom('material')
    .select(['id', 'updatedAt'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('materialCompatibility').select('materialId').where('compatibleId', '=', id),
    )
    .orderBy('id')
    .forNoKeyUpdate();
  const products = await db
    .selectFrom(locked.as('locked'))
    .select(['id', 'updatedAt', dbNow.as('clock')])
    .execute();
  if (products.length === 0) return;
  const times = products.map(({ clock, updatedAt }) => changeTime(clock, updatedAt)).sort();
  await db
    .updateTable('material')
    .set({ updatedAt: times.at(-1) })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(products.map((product) => product.id)))))
    .execute();
}
