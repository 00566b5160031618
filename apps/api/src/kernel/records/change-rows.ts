import type { CompanyQueries } from '@pv-planning/database';
import { givenRows } from '../sql/given-rows.ts';

/** Changes to a row that is locked until the end of the transaction. */
export interface RowChange {
  record: { id: string };
  /** In stored form, except that JSON arrays are arrays. */
  changes: object;
  changedAt: string;
}

/** Changes many rows of a table in one statement. Columns that only some of them change keep the values of the other records. */
export async function changeRows(
  db: CompanyQueries,
  table: 'customer' | 'project' | 'roof' | 'service' | 'manufacturer',
  changed: readonly RowChange[],
): Promise<void> {
  if (changed.length === 0) return;
  const columns = [...new Set(changed.flatMap(({ changes }) => Object.keys(changes))), 'updatedAt'];
  const rows = changed.map(({ record, changes, changedAt }) => ({
    ...record,
    ...changes,
    updatedAt: changedAt,
  }));
  await db
    // The cast is safe: all these tables have `id`.
    .updateTable(table as 'customer')
    .from(givenRows(table, ['id', ...columns], rows))
    .set(({ ref }) =>
      Object.fromEntries(columns.map((column) => [column, ref(`given.${column}` as 'given.id')])),
    )
    .whereRef(`${table}.id` as 'customer.id', '=', 'given.id')
    .execute();
}
