import type { CompanyQueries } from '@pv-planning/database';
import { gtinForms } from '@pv-planning/price-list';
import { sql } from 'kysely';
import { folded } from '../../sql/folded-text.ts';
import type { ListedRow } from '../read-list.ts';
import { listedColumns, type Product } from './product.ts';
import type { NumberKeys, RowKeys } from './row-keys.ts';

/** A product that shares a number with a row. */
export interface FoundProduct extends Omit<Product, 'sellingPrices'>, NumberKeys {}

const isPresent = (text: string | null): text is string => text !== null;

/** SQL: whether a product is from the supplier; null if the product's supplier is unknown. */
function isFromSupplier(supplier: string | null) {
  return supplier === null
    ? sql<boolean>`true`
    : sql<boolean | null>`lower(material.supplier) = ${folded(supplier)}`;
}

/**
 * Finds the products that share a number with one of the rows. With `lock`, locks them until the end of the transaction; all imports
 * lock in the same order. The statement compares with arrays of all numbers instead of joining the rows: without statistics for a
 * new company, PostgreSQL expects one product and would scan all of them for each row.
 */
export function findProducts(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  { supplier, lock }: { supplier: string | null; lock: boolean },
): Promise<FoundProduct[]> {
  const number = folded(sql.ref<string | null>('material.articleNumber'));
  const manufacturerNumber = folded(sql.ref<string | null>('material.manufacturerArticleNumber'));
  const numberKeys = keys.flatMap(({ numberKey, newNumberKey }) => [numberKey, newNumberKey]);
  const manufacturerNumberKeys = keys.map((key) => key.manufacturerNumberKey);
  const gtins = rows.flatMap(({ gtin }) => (gtin === undefined ? [] : gtinForms(gtin)));
  return (
    db
      .selectFrom('material')
      .select([
        ...listedColumns,
        'archived',
        'updatedAt',
        number.as('numberKey'),
        manufacturerNumber.as('manufacturerNumberKey'),
        isFromSupplier(supplier).as('isFromSupplier'),
      ])
      .where(({ eb, fn, or, val }) =>
        or([
          eb(number, '=', fn.any(val(numberKeys.filter(isPresent)))),
          eb(manufacturerNumber, '=', fn.any(val(manufacturerNumberKeys.filter(isPresent)))),
          eb('gtin', '=', fn.any(val(gtins))),
        ]),
      )
      .orderBy('id')
      .$if(lock, (query) => query.forNoKeyUpdate())
      // The contract validates all values written to these columns.
      .$castTo<FoundProduct>()
      .execute()
  );
}
