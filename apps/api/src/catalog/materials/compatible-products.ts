import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { ExpressionBuilder } from 'kysely';
import { nextChange } from '../../kernel/records/change-time.ts';

/** Selects the ids of the products with which a product is compatible. */
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

/** Sets `updatedAt` of the products that list this one as compatible, because deleting this product removes it from their lists. */
export async function touchCompatible(db: CompanyQueries, id: string): Promise<void> {
  const touched = db
    .selectFrom('material')
    .select(['id', nextChange.as('changedAt')])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('materialCompatibility').select('materialId').where('compatibleId', '=', id),
    )
    .orderBy('id')
    .forNoKeyUpdate();
  await db
    .updateTable('material')
    .from(touched.as('touched'))
    .set(({ ref }) => ({ updatedAt: ref('touched.changedAt') }))
    .whereRef('material.id', '=', 'touched.id')
    .execute();
}
