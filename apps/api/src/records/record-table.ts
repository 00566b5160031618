import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { SelectCallback } from 'kysely';
import type { ConflictCode } from '../contract/refusals.ts';
import { refuseWhenReferenced } from './database-errors.ts';
import { recordId } from './record-id.ts';
import { singleRow } from './single-row.ts';
import { now } from './stored-values.ts';

/** The tables whose rows are records of their own: an id from the database, a time of the last change. */
type TableOfRecords = 'customer' | 'project' | 'manufacturer' | 'service' | 'material';

/** The statements that every kind of record needs. An id comes from a path as it is. */
export interface RecordTable<Row, Values> {
  /** @throws 404 `not_found` */
  read(db: CompanyQueries, id: string): Promise<Row>;
  /** The record, its row locked until the end of the transaction. @throws 404 `not_found` */
  lock(db: CompanyQueries, id: string): Promise<Row>;
  insert(db: CompanyQueries, values: Values): Promise<Row>;
  /** Writes changes that were converted to what is stored, and answers with the whole record. */
  change(db: CompanyQueries, id: string, changes: Partial<Values>): Promise<Row>;
  /** @throws 409 `inUse` when other records name this one */
  remove(db: CompanyQueries, id: string): Promise<void>;
}

interface Traits {
  /** The answer when a record cannot be deleted because others name it. */
  inUse?: ConflictCode;
  /** Columns with the time at which another one last changed: `{ price: 'priceChangedAt' }`. */
  timesOf?: Readonly<Record<string, string>>;
}

/** @param columns what a row is read as, by any of the statements */
export function recordTable<Row, Values extends object>(
  name: TableOfRecords,
  columns: SelectCallback<CompanyTables, TableOfRecords>,
  { inUse, timesOf = {} }: Traits = {},
): RecordTable<Row, Values> {
  // Nothing is said of a table here that is not true of all of them.
  const table = name as 'customer';
  const selection = columns as unknown as SelectCallback<CompanyTables, 'customer'>;

  const byId = preparedQuery((db, { id }: { id: string }) =>
    db.selectFrom(table).select(selection).where('id', '=', id).$castTo<Row>(),
  );
  const lockById = preparedQuery((db, { id }: { id: string }) =>
    db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate(),
  );
  const inserted = preparedQuery((db, values: Values) =>
    db
      .insertInto(table)
      .values(values as never)
      .returning(selection)
      .$castTo<Row>(),
  );
  const changed = preparedQuery((db, { id, ...changes }: { id: string }) => {
    const times = Object.entries(timesOf).filter(([column]) => column in changes);
    const moved = Object.fromEntries(times.map(([, time]) => [time, now]));
    return db
      .updateTable(table)
      .set({ ...changes, ...moved, updatedAt: now })
      .where('id', '=', id)
      .returning(selection)
      .$castTo<Row>();
  });
  const deleteById = preparedQuery((db, { id }: { id: string }) => db.deleteFrom(table).where('id', '=', id));

  async function read(db: CompanyQueries, id: string): Promise<Row> {
    const [row] = await byId(db, { id: recordId(id) });
    if (!row) throw notFound();
    return row;
  }

  return {
    read,
    async lock(db, id) {
      await lockById(db, { id: recordId(id) });
      return read(db, id);
    },
    async insert(db, values) {
      return singleRow(await inserted(db, values));
    },
    async change(db, id, changes) {
      return singleRow(await changed(db, { ...changes, id }));
    },
    async remove(db, id) {
      await refuseWhenReferenced(inUse, () => deleteById(db, { id }));
    },
  };
}
