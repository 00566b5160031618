import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { changeRows } from './change-rows.ts';
import { changeTime, dbNow } from './change-time.ts';
import type { RecordSelection } from './record-selection.ts';
import type { Locked } from './record-table.ts';

type TableWithExternalIds = 'customer' | 'project' | 'manufacturer' | 'service';

/** Changes to a locked record, in stored form. */
export interface LockedChange<Row, Changes> extends Locked<Row> {
  changes: Changes;
}

/** The statements for many records of a kind at once. They leave the computed fields of records null. */
export interface RecordBatches<Table extends TableWithExternalIds, Row> {
  /** Locks the records with these external ids, in the order of their ids. */
  lock(db: CompanyQueries, externalIds: readonly string[]): Promise<Locked<Row>[]>;
  /** Inserts records, except those with a unique value that another record has. Returns the inserted ones. */
  insert(db: CompanyQueries, values: readonly Insertable<CompanyTables[Table]>[]): Promise<Row[]>;
  /** @param changed with JSON arrays as arrays */
  change(db: CompanyQueries, changed: readonly LockedChange<Row, object>[]): Promise<Row[]>;
  /** Finds the records that have these values in a unique column. Returns their ids by value. */
  holders(
    db: CompanyQueries,
    column: RawBuilder<string>,
    values: readonly string[],
  ): Promise<Map<string, string>>;
}

export function recordBatches<
  Table extends TableWithExternalIds,
  Row extends { id: string; updatedAt: string },
>({ table: name, stored }: RecordSelection<Table, Row, object>): RecordBatches<Table, Row> {
  // The casts are safe: the code uses only columns that all tables have.
  const table = name as 'customer';
  const columns = stored as unknown as ['id'];
  const lockByExternalIds = preparedQuery((db, { externalIds }: { externalIds: readonly string[] }) =>
    db
      .selectFrom(
        db
          .selectFrom(table)
          .select('id')
          .where(({ eb, fn, val }) => eb('externalId', '=', fn.any(val(externalIds))))
          .orderBy('id')
          .forNoKeyUpdate()
          .as('locked'),
      )
      .select(['id', dbNow.as('clock')]),
  );
  const byIds = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
    db
      .selectFrom(table)
      .select(columns)
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
  );
  return {
    async lock(db, externalIds) {
      const locks = await lockByExternalIds(db, { externalIds });
      if (locks.length === 0) return [];
      const clocks = new Map(locks.map(({ id, clock }) => [id, clock]));
      const records = (await byIds(db, { ids: [...clocks.keys()] })) as unknown as Row[];
      return records.map((record) => ({
        record,
        changedAt: changeTime(clocks.get(record.id) ?? '', record.updatedAt),
      }));
    },
    async insert(db, values) {
      if (values.length === 0) return [];
      const inserted = db
        .insertInto(table)
        .values(values as never)
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns);
      return (await inserted.execute()) as unknown as Row[];
    },
    async change(db, changed) {
      await changeRows(db, table, changed);
      return changed.map(({ record, changes, changedAt }) => ({
        ...record,
        ...changes,
        updatedAt: changedAt,
      }));
    },
    async holders(db, column, values) {
      if (values.length === 0) return new Map();
      const found = await db
        .selectFrom(table)
        .select(['id', column.as('value')])
        .where(({ fn, val }) => sql<SqlBool>`${column} = ${fn.any(val(values))}`)
        .execute();
      return new Map(found.map(({ id, value }) => [value, id]));
    },
  };
}
