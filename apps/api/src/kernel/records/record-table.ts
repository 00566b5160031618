import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ConflictCode } from '../contract/api-errors.ts';
import { recordId } from '../identifiers/record-id.ts';
import { deleteUnlessReferenced, withHolder } from '../sql/database-errors.ts';
import { singleRow } from '../sql/single-row.ts';
import { changeTime, dbNow } from './change-time.ts';
import type { RecordSelection } from './record-selection.ts';

/** The tables with generated ids and an `updatedAt` column. */
type TableOfRecords =
  | 'customer'
  | 'project'
  | 'manufacturer'
  | 'service'
  | 'material'
  | 'offer'
  | 'offerRequest';

/** A record whose row is locked until the end of the transaction. */
export interface Locked<Row> {
  record: Row;
  /** The `updatedAt` of a change made under this lock. */
  changedAt: string;
}

/** The statements that all kinds of records share. Ids may be unvalidated path values. */
export interface RecordTable<Table extends TableOfRecords, Row> {
  /** @throws 404 `not_found` */
  read(db: CompanyQueries, id: string): Promise<Row>;
  /** @throws 404 `not_found` */
  lock(db: CompanyQueries, id: string): Promise<Locked<Row>>;
  insert(db: CompanyQueries, values: Insertable<CompanyTables[Table]>): Promise<Row>;
  /** Writes changes, which must be in stored form. Returns the record with the computed fields of the locked record. */
  change(db: CompanyQueries, locked: Locked<Row>, changes: Updateable<CompanyTables[Table]>): Promise<Row>;
  /** @throws 409 `inUse` if other records reference this one */
  remove(db: CompanyQueries, id: string): Promise<void>;
}

interface Traits {
  /** The error code for deleting a record that others reference. */
  inUse?: ConflictCode;
  /** Maps columns to the columns with the times of their last change: `{ price: 'priceChangedAt' }`. */
  timesOf?: Readonly<Record<string, string>>;
  /** Conditions that find the row with the same value, for unique fields that are not simply compared by `=`. */
  collisions?: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => Expression<SqlBool>>>;
}

/**
 * Creates the statements of a table. INSERT and UPDATE return stored columns only, because RETURNING cannot contain subqueries on
 * distributed tables.
 *
 * @param newComputed the computed fields of a new record
 */
export function recordTable<
  Table extends TableOfRecords,
  Row extends { id: string; updatedAt: string },
  Computed extends object,
>(
  selection: RecordSelection<Table, Row, Computed>,
  newComputed: Computed,
  { inUse, timesOf = {}, collisions = {} }: Traits = {},
): RecordTable<Table, Row> {
  // The cast is safe: the code uses only columns that all tables have.
  const { table, of, stored } = selection as unknown as RecordSelection<'customer', Row, Computed>;
  const computedFields = Object.keys(newComputed);

  const byId = preparedQuery((db, { id }: { id: string }) => of(db.selectFrom(table)).where('id', '=', id));
  const lockById = preparedQuery((db, { id }: { id: string }) =>
    db
      .selectFrom(db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().as('locked'))
      .select(dbNow.as('clock')),
  );
  const inserted = preparedQuery((db, values: object) =>
    db
      .insertInto(table)
      .values(values as never)
      .returning(stored),
  );
  const changed = preparedQuery((db, { id, ...changes }: { id: string; updatedAt: string }) =>
    db.updateTable(table).set(changes).where('id', '=', id).returning(stored),
  );
  const deleteById = preparedQuery((db, { id }: { id: string }) => db.deleteFrom(table).where('id', '=', id));

  async function read(db: CompanyQueries, id: string): Promise<Row> {
    const [row] = await byId(db, { id: recordId(id) });
    if (!row) throw notFound();
    return row;
  }

  function withComputed(row: object, source: Computed | Row): Row {
    for (const field of computedFields) Reflect.set(row, field, Reflect.get(source, field));
    return row as Row;
  }

  /** Runs a write, so that a violation of a unique field can be traced to the row that has the value. */
  function unlessTaken<T>(values: object, write: Promise<T>): Promise<T> {
    return withHolder(write, async (db, field) => {
      const written = values as Record<string, unknown>;
      const isSame = collisions[field]?.(written) ?? sql<SqlBool>`${sql.ref(field)} = ${written[field]}`;
      const holder = await db.selectFrom(table).select('id').where(isSame).executeTakeFirst();
      return holder?.id;
    });
  }

  return {
    read,
    async lock(db, id) {
      const [lock] = await lockById(db, { id: recordId(id) });
      if (!lock) throw notFound();
      const record = await read(db, id);
      return { record, changedAt: changeTime(lock.clock, record.updatedAt) };
    },
    async insert(db, values) {
      return withComputed(singleRow(await unlessTaken(values, inserted(db, values))), newComputed);
    },
    async change(db, { record, changedAt }, changes) {
      const times = Object.entries(timesOf).filter(([column]) => column in changes);
      const newTimes = Object.fromEntries(times.map(([, time]) => [time, changedAt]));
      const values = { ...changes, ...newTimes, id: record.id, updatedAt: changedAt };
      const row = singleRow(await unlessTaken({ ...record, ...values }, changed(db, values)));
      return withComputed(row, record);
    },
    async remove(db, id) {
      await deleteUnlessReferenced(inUse, () => deleteById(db, { id }));
    },
  };
}
