import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../handler-context.ts';
import type { LockedChange } from '../records/record-batches.ts';
import type { Locked } from '../records/record-table.ts';
import type { Reference } from '../references/references.ts';

export interface UpsertItem {
  externalId: string;
}

export interface UpsertedRow {
  id: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A field, other than `externalId`, whose values are unique. */
export interface UniqueField {
  /** Converts values to the form that is compared. Default: they are compared as they are. */
  keysOf?(db: CompanyQueries, values: readonly string[]): Promise<string[]>;
  /** Finds the records that have values with these keys. Returns their ids by key. */
  holders(db: CompanyQueries, keys: readonly string[]): Promise<Map<string, string>>;
}

/** The rules of a kind of record for upserts: those of creating and of updating it. `path` is the JSON Pointer of the item. */
export interface UpsertRules<Item extends UpsertItem, Row extends UpsertedRow, New, Changes> {
  references(item: Item, path: string): Reference[];
  unique?: Readonly<Record<string, UniqueField>>;
  /** Locks records that must be locked before the upserted ones. */
  lockParents?(db: CompanyQueries, items: readonly Item[]): Promise<void>;
  lock(db: CompanyQueries, externalIds: readonly string[]): Promise<Locked<Row>[]>;
  /** @throws ApiError if a rule rejects the item */
  create(item: Item, path: string): New;
  /** Returns undefined if nothing changes. @throws ApiError if a rule rejects the item */
  change(record: Row, item: Item, path: string): Changes | undefined;
  /** Returns the new records, without those that another transaction has added meanwhile. */
  insert(db: CompanyQueries, created: readonly New[]): Promise<Row[]>;
  update(db: CompanyQueries, changed: readonly LockedChange<Row, Changes>[]): Promise<Row[]>;
  raiseCreated?: Raise<Row>;
  raiseUpdated?: Raise<Row>;
}

/** Raises the events of records that were created or changed. */
type Raise<Row> = (
  context: Pick<Context, 'raiseAll'>,
  changes: readonly { record: Row; changedAt: string }[],
) => Promise<void>;
