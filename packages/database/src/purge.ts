import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { CompanyQueries } from './company-scope.ts';
import type { CompanyTables } from './tables.ts';

type ColumnOf<Table extends keyof CompanyTables> = Exclude<keyof CompanyTables[Table] & string, 'companyId'>;

interface PurgeOf<Table extends keyof CompanyTables> {
  table: Table;
  /** The primary key within a company. Default: `id`. */
  key?: readonly ColumnOf<Table>[];
  /** The time from which a row is kept. */
  since: ColumnOf<Table>;
  /** Which rows expire. Default: all. */
  where?: (
    row: ExpressionBuilder<CompanyTables & { expired: CompanyTables[Table] }, 'expired'>,
  ) => Expression<SqlBool>;
  /** Columns that become null. Default: the row is deleted. */
  forget?: readonly ColumnOf<Table>[];
  /** The time of the last change, if readers shall learn that columns became null. */
  touch?: ColumnOf<Table>;
}

/** Rows of a table that are kept for a time. Then they are deleted, or lose columns. */
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
  // All that follows uses only names that the type has checked, so the cast is safe.
  const { table, key = ['id'], since, where, forget, touch } = purge as PurgeOf<'booking'>;
  const before = new Date(Date.parse(now) - days * dayMs).toISOString();
  let rows = db.selectFrom(`${table} as expired`).select(key).where(since, '<', before);
  if (where) rows = rows.where(where);
  if (forget)
    rows = rows.where(({ eb, or }) => or(forget.map((column) => eb(`expired.${column}`, 'is not', null))));
  // Materialized, so that it runs once whatever the plan.
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
