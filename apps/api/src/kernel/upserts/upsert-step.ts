import { errors, type UpsertError, type UpsertedRecord } from '@pv-planning/contract';
import { type ApiError, errorBody, isApiError } from '@pv-planning/server-kit';
import { alreadyExists } from '../contract/api-errors.ts';
import type { Context } from '../handler-context.ts';
import type { Locked } from '../records/record-table.ts';
import { type Reference, unknownAmong, unknownError } from '../references/references.ts';
import { asStaleRead } from '../sql/database-errors.ts';
import { type Holder, readUniqueValues, type TakenValue } from './unique-values.ts';
import type { UpsertedRow, UpsertItem, UpsertRules } from './upsert-rules.ts';

/** An item and its location in the body (JSON Pointer). */
export interface PlacedItem<Item> {
  item: Item;
  path: string;
}

/** An item and its result. */
interface Plan<Item, Row, New, Changes> extends PlacedItem<Item> {
  existing: Locked<Row> | undefined;
  /** Of the record, once it exists. */
  id: string | null;
  created?: New;
  changes?: Changes | undefined;
  failure?: ApiError;
  /** Another record that has a value which must be unique. */
  taken?: TakenValue;
}

export interface UpsertOutcome<Item> {
  results: UpsertedRecord[];
  /** Items whose records another transaction was adding at the same time. They exist once this transaction has ended. */
  overtaken: PlacedItem<Item>[];
}

type StepContext = Pick<Context, 'db' | 'raiseAll'>;

/**
 * Creates or updates records in one transaction. An item that a rule rejects fails alone.
 *
 * @throws StaleReadError if another transaction has since taken a unique value or deleted a record
 */
export async function upsertStep<Item extends UpsertItem, Row extends UpsertedRow, New, Changes>(
  context: StepContext,
  rules: UpsertRules<Item, Row, New, Changes>,
  placed: readonly PlacedItem<Item>[],
): Promise<UpsertOutcome<Item>> {
  const { db } = context;
  await rules.lockParents?.(
    db,
    placed.map(({ item }) => item),
  );
  const locked = await rules.lock(
    db,
    placed.map(({ item }) => item.externalId),
  );
  const byExternalId = new Map(locked.map((lock) => [lock.record.externalId, lock]));
  const plans = placed.map((each): Plan<Item, Row, New, Changes> => {
    const existing = byExternalId.get(each.item.externalId);
    return { ...each, existing, id: existing?.record.id ?? null };
  });
  const references = placed.flatMap(({ item, path }) => rules.references(item, path));
  const unknown = await unknownAmong(db, references);
  for (const plan of plans) applyRules(plan, rules, unknown);
  try {
    for (const batch of await batchesOf(context, rules, plans)) await write(context, rules, batch);
  } catch (error) {
    throw asStaleRead(error);
  }
  const notAdded = new Set<Holder>(
    plans.filter(({ created, id, failure, taken }) => created && id === null && !failure && !taken),
  );
  const isOvertaken = (plan: (typeof plans)[number]) =>
    notAdded.has(plan) || (plan.taken !== undefined && notAdded.has(plan.taken.holder));
  return {
    results: plans.filter((plan) => !isOvertaken(plan)).map(resultOf),
    overtaken: plans.filter(isOvertaken).map(({ item, path }) => ({ item, path })),
  };
}

/** Plans the creation or change of an item's record, or its error. */
function applyRules<Item extends UpsertItem, Row extends UpsertedRow, New, Changes>(
  plan: Plan<Item, Row, New, Changes>,
  rules: UpsertRules<Item, Row, New, Changes>,
  unknown: readonly Reference[],
): void {
  const { item, path, existing } = plan;
  try {
    if (existing) plan.changes = rules.change(existing.record, item, path);
    else plan.created = rules.create(item, path);
    const unknownHere = unknown.filter((reference) => reference.path.startsWith(`${path}/`));
    if (unknownHere.length > 0) throw unknownError(unknownHere);
  } catch (error) {
    if (!isApiError(error)) throw error;
    plan.failure = error;
  }
}

/**
 * Returns the plans to write, in one or more batches: a unique value can be taken over only after a statement that gives it up. Plans
 * whose values are taken fail.
 */
async function batchesOf<Item extends UpsertItem, Row extends UpsertedRow, New, Changes>(
  { db }: StepContext,
  { unique = {} }: UpsertRules<Item, Row, New, Changes>,
  plans: readonly Plan<Item, Row, New, Changes>[],
): Promise<Plan<Item, Row, New, Changes>[][]> {
  const effective = plans.filter(({ failure, created, changes }) => !failure && (created ?? changes));
  const values = await readUniqueValues(db, unique, effective);
  const batches: (typeof effective)[] = [];
  for (const plan of effective) {
    const { taken, isTakenOver } = values.claim(plan);
    if (taken) plan.taken = taken;
    else if (isTakenOver || batches.length === 0) batches.push([plan]);
    else batches.at(-1)?.push(plan);
  }
  return batches;
}

/**
 * Concurrent transactions that write the same records never wait for each other in a circle: existing records are locked first, in the
 * order of their ids, then new ones are added, in the order of their external ids. What is left, the changes, waits for nothing.
 */
async function write<Item extends UpsertItem, Row extends UpsertedRow, New, Changes>(
  context: StepContext,
  { insert, update, raiseCreated, raiseUpdated }: UpsertRules<Item, Row, New, Changes>,
  batch: readonly Plan<Item, Row, New, Changes>[],
): Promise<void> {
  const changed = batch.flatMap(({ existing, changes }) =>
    existing && changes ? [{ ...existing, changes }] : [],
  );
  const added = batch
    .filter(({ created }) => created)
    .toSorted((one, other) => (one.item.externalId < other.item.externalId ? -1 : 1));
  if (added.length > 0) {
    const inserted = await insert(
      context.db,
      added.flatMap(({ created }) => (created ? [created] : [])),
    );
    const ids = new Map(inserted.map(({ id, externalId }) => [externalId, id]));
    for (const plan of added) plan.id = ids.get(plan.item.externalId) ?? null;
    await raiseCreated?.(
      context,
      inserted.map((record) => ({ record, changedAt: record.createdAt })),
    );
  }
  if (changed.length > 0) {
    const updated = await update(context.db, changed);
    await raiseUpdated?.(
      context,
      updated.map((record) => ({ record, changedAt: record.updatedAt })),
    );
  }
}

/** Call it when the ids of new records are known. */
function resultOf({
  item: { externalId },
  path,
  id,
  created,
  changes,
  failure,
  taken,
}: Plan<UpsertItem, unknown, unknown, unknown>): UpsertedRecord {
  const error = taken ? alreadyExists(`${path}/${taken.field}`, taken.holder.id ?? undefined) : failure;
  if (!error) {
    if (id === null) throw new Error(`The record ${externalId} was not inserted.`);
    const status = created ? 'CREATED' : changes ? 'UPDATED' : 'UNCHANGED';
    return { externalId, id, status, error: null };
  }
  const { details = [], ...body } = errorBody(errors[error.code as keyof typeof errors], error);
  // The contract lists the codes by which rules reject items.
  return { externalId, id, status: 'FAILED', error: { ...body, details } as UpsertError };
}
