import { sql } from 'kysely';
import { isTold } from '../../materials/material-events.ts';
import { changedFields } from '../../records/changes.ts';
import type { Context } from '../../records/context.ts';
import { now } from '../../records/stored-values.ts';
import { unnested } from '../../records/unnested-rows.ts';
import { changeableColumns, changeableTypes } from '../match/product.ts';
import type { ChangedProduct } from '../plan/plan.ts';

const givenTypes = { ...changeableTypes, id: 'bigint', archived: 'boolean', isPriced: 'boolean' } as const;

function rowOf({ product, before }: ChangedProduct) {
  return { ...product, isPriced: product.purchasePrice !== before.purchasePrice };
}

/** Writes changed products, except for their selling prices, and raises events for changes that events report. */
export async function changeProducts(
  changed: readonly ChangedProduct[],
  { db, raiseAll }: Pick<Context, 'db' | 'raiseAll'>,
): Promise<void> {
  if (changed.length === 0) return;
  const written = await db
    .updateTable('material')
    .from(unnested('given', givenTypes, changed.map(rowOf)))
    .set(({ ref }) => ({
      ...Object.fromEntries(changeableColumns.map((column) => [column, ref(`given.${column}`)])),
      archived: ref('given.archived'),
      purchasePriceUpdatedAt: sql<string>`case when given.is_priced then ${now} else purchase_price_updated_at end`,
      updatedAt: now,
    }))
    .whereRef('material.id', '=', 'given.id')
    .returning(['material.id', 'material.updatedAt'])
    .execute();
  const updatedAt = new Map(written.map((row) => [row.id, row.updatedAt]));
  const reported = changed.filter(({ product, before }) => isTold(changedFields(before, product) ?? {}));
  await raiseAll(
    'material.updated',
    reported.map(({ product }) => ({ record: product, changedAt: String(updatedAt.get(product.id)) })),
  );
}
