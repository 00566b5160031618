import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { CompanyQueries } from './company-scope.ts';
import type { CompanyTables } from './tables.ts';

type ColumnOf<Table extends keyof CompanyTables> = Exclude<keyof CompanyTables[Table] & string, 'companyId'>;

interface PurgeOf<Table extends keyof CompanyTables> {
  table: Table;
  /** The primary key within a company. Default: `id`. */
  key?: readonly ColumnOf<Table>[];
  /** Start of the retention period of a row. */
  since: ColumnOf<Table>;
  /** Condition of the rows that expire. Default: all rows. */
  where?: (
    row: ExpressionBuilder<CompanyTables & { expired: CompanyTables[Table] }, 'expired'>,
  ) => Expression<SqlBool>;
  /** Columns to set to null. Default: deletes the row. */
  forget?: readonly ColumnOf<Table>[];
  /** Column for the time of the last change, if readers must see that columns became null. */
  touch?: ColumnOf<Table>;
}

/** Retention rule of a table: expired rows are deleted, or some of their columns set to null. */
export type Purge = { [Table in keyof CompanyTables]: PurgeOf<Table> }[keyof CompanyTables];

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

const dayMs = 86_400_000;

/** Purges a batch of a company's rows that are older than `days`. Returns whether more may be left. */
export async function purgeBatch(
  db: CompanyQueries,
  purge: Purge,
  { days, now }: { days: number; now: string },
): Promise<boolean> {
  // The type has checked all names used below, so the cast is safe.
  const { table, key = ['id'], since, where, forget, touch } = purge as PurgeOf<'booking'>;
  const before = new Date(Date.parse(now) - days * dayMs).toISOString();
  let rows = db.selectFrom(`${table} as expired`).select(key).where(since, '<', before);
  if (where) rows = rows.where(where);
  if (forget)
    rows = rows.where(({ eb, or }) => or(forget.map((column) => eb(`expired.${column}`, 'is not', null))));
  // Materialized, so that it runs once in any plan.
  const withBatch = db.with(
    (batch) => batch('batch').materialized(),
    () => (forget ? rows.forNoKeyUpdate() : rows.forUpdate()).limit(batchSize).skipLocked(),
  );
  const names = sql.join(key.map((column) => sql.ref(column)));
  if (!forget) {
    const { numDeletedRows } = await withBatch
      .deleteFrom(table)
      .where(({ selectFrom }) => sql<SqlBool>`(${names}) in ${selectFrom('batch').select(key)}`)
      .executeTakeFirstOrThrow();
    return numDeletedRows === BigInt(batchSize);
  }
  const { numUpdatedRows } = await withBatch
    .updateTable(table)
    .set({
      ...Object.fromEntries(forget.map((column) => [column, null])),
      ...(touch !== undefined && { [touch]: now }),
    })
    .where(({ selectFrom }) => sql<SqlBool>`(${names}) in ${selectFrom('batch').select(key)}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === BigInt(batchSize);
}
