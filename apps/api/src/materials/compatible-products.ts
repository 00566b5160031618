import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { ExpressionBuilder } from 'kysely';
import { now } from '../records/stored-values.ts';

/** The ids of the products that one works with, for its selection; null for none. */
export function compatibleIds({ selectFrom }: ExpressionBuilder<CompanyTables, 'material'>) {
  return selectFrom('materialCompatibility')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['compatibleId']).orderBy('compatibleId').as('ids'))
    .whereRef('materialCompatibility.materialId', '=', 'material.id')
    .as('compatibleIds');
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

/** Counts the products that work with this one as changed: deleted, it disappears from what they answer. */
export async function touchCompatible(db: CompanyQueries, id: string): Promise<void> {
  await db
    .updateTable('material')
    .set({ updatedAt: now })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('materialCompatibility').select('materialId').where('compatibleId', '=', id),
    )
    .execute();
}
