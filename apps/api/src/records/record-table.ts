import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { Insertable, SelectCallback, Updateable } from 'kysely';
import type { ConflictCode } from '../contract/refusals.ts';
import { changeTime, dbNow } from './change-time.ts';
import { refuseWhenReferenced } from './database-errors.ts';
import { recordId } from './record-id.ts';
import type { RecordSelection } from './record-selection.ts';
import { singleRow } from './single-row.ts';

/** The tables whose rows are records of their own: an id from the database, a time of the last change. */
type TableOfRecords = 'customer' | 'project' | 'manufacturer' | 'service' | 'material';

/** A record whose row is locked until the end of the transaction. */
export interface Locked<Row> {
  record: Row;
  /** The time of a change made under this lock. */
  changedAt: string;
}

/** The statements that every kind of record needs. An id comes from a path as it is. */
export interface RecordTable<Table extends TableOfRecords, Row> {
  /** @throws 404 `not_found` */
  read(db: CompanyQueries, id: string): Promise<Row>;
  /** @throws 404 `not_found` */
  lock(db: CompanyQueries, id: string): Promise<Locked<Row>>;
  insert(db: CompanyQueries, values: Insertable<CompanyTables[Table]>): Promise<Row>;
  /** Writes changes that were converted to what is stored. The computed fields of the answer are those of the locked record. */
  change(db: CompanyQueries, locked: Locked<Row>, changes: Updateable<CompanyTables[Table]>): Promise<Row>;
  /** @throws 409 `inUse` when other records name this one */
  remove(db: CompanyQueries, id: string): Promise<void>;
}

interface Traits {
  /** The answer when a record cannot be deleted because others name it. */
  inUse?: ConflictCode;
  /** Columns with the time at which another one last changed: `{ price: 'priceChangedAt' }`. */
  timesOf?: Readonly<Record<string, string>>;
}

/**
 * INSERT and UPDATE return columns only: on a distributed table they cannot look up what is computed from other tables.
 *
 * @param ofNew the computed fields of a new record
 */
export function recordTable<
  Table extends TableOfRecords,
  Row extends { id: string; updatedAt: string },
  Computed extends object,
>(
  selection: RecordSelection<Table, Row, Computed>,
  ofNew: Computed,
  { inUse, timesOf = {} }: Traits = {},
): RecordTable<Table, Row> {
  // Nothing is said of a table here that is not true of all of them.
  const { table, of, stored } = selection as unknown as RecordSelection<'customer', Row, Computed>;
  const computedFields = Object.keys(ofNew);

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

  return {
    read,
    async lock(db, id) {
      const [lock] = await lockById(db, { id: recordId(id) });
      if (!lock) throw notFound();
      const record = await read(db, id);
      return { record, changedAt: changeTime(lock.clock, record.updatedAt) };
    },
    async insert(db, values) {
      return withComputed(singleRow(await inserted(db, values)), ofNew);
    },
    async change(db, { record, changedAt }, changes) {
      const times = Object.entries(timesOf).filter(([column]) => column in changes);
      const moved = Object.fromEntries(times.map(([, time]) => [time, changedAt]));
      const values = { ...changes, ...moved, id: record.id, updatedAt: changedAt };
      return withComputed(singleRow(await changed(db, values)), record);
    },
    async remove(db, id) {
      await refuseWhenReferenced(inUse, () => deleteById(db, { id }));
    },
  };
}
