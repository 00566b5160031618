import type { Context } from '../../handler-context.ts';
import { isReported } from '../../materials/material-events.ts';
import { changeTime } from '../../records/change-time.ts';
import { changedFields } from '../../records/changed-fields.ts';
import { unnested } from '../../sql/unnested-rows.ts';
import { changeableColumns, changeableTypes } from '../match/product.ts';
import type { ChangedProduct } from '../plan/plan.ts';

const givenTypes = {
  ...changeableTypes,
  id: 'bigint',
  archived: 'boolean',
  isPriced: 'boolean',
  updatedAt: 'timestamptz',
} as const;

function rowOf({ product, before }: ChangedProduct, clock: string) {
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
export async function changeProducts(
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
        givenTypes,
        changed.map((change) => rowOf(change, clock)),
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
