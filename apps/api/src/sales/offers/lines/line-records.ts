import { isDeepStrictEqual } from 'node:util';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { reserveIds } from '../../../kernel/identifiers/reserve-ids.ts';
import { countedBy } from '../../../kernel/lists/counted-by.ts';
import { asStaleRead } from '../../../kernel/sql/database-errors.ts';
import { type ColumnArrays, columnArrays, unnestedArrays } from '../../../kernel/sql/unnested-rows.ts';
import {
  changingColumns,
  type Line,
  lineColumnNames,
  lineColumns,
  type NarrowColumns,
} from '../model/line.ts';
import { requireTextsWithinLimit } from './line-checks.ts';

/** Only the products that sums and rules depend on, because most products have a lot of data. */
const briefProduct = sql<
  Line['product']
>`case when line_group in ('batteries', 'equipment', 'miscMaterials') then product end`;

const linesOf = preparedQuery((db, { offerId }: { offerId: string }, brief: boolean) =>
  db
    .selectFrom('offerLine')
    .select(lineColumnNames.filter((name) => name !== 'product'))
    .select(brief ? briefProduct.as('product') : 'product')
    .where('offerId', '=', offerId)
    .orderBy('lineGroup')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<NarrowColumns>(),
);

/** Reads all lines of an offer, sorted by position within each group. */
export function readLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, false);
}

/** Reads all lines of an offer. Only batteries, equipment and misc materials include their products. */
export function readBriefLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, true);
}

const linesOfOffers = preparedQuery((db, { offerIds }: { offerIds: readonly string[] }) =>
  db
    .selectFrom('offerLine')
    .select([...lineColumnNames, 'offerId'])
    .where(({ eb, fn, val }) => eb('offerId', '=', fn.any(val(offerIds))))
    .$narrowType<NarrowColumns>(),
);

/** Reads all lines of several offers, by the ids of the offers. */
export async function readLinesOfOffers(
  db: CompanyQueries,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, Line[]>> {
  return Map.groupBy(await linesOfOffers(db, { offerIds }), ({ offerId }) => offerId);
}

/** Counts the lines of offers. Offers without lines are missing. */
export const countLines = countedBy('offerLine', 'offerId');

/** The changes that a request makes to the lines of an offer. */
interface LineChanges {
  removed: readonly Line[];
  /** Without ids. */
  added: readonly Line[];
  /** Include the time of the change. Changed lines differ from the old lines only in columns that can change. */
  changed: readonly Line[];
}

const comparedColumns = (Object.keys(changingColumns) as (keyof typeof changingColumns)[]).filter(
  (name) => name !== 'updatedAt',
);

/** Compares the lines of an offer before and after a request. */
function lineChanges(before: readonly Line[], after: readonly Line[], changedAt: string): LineChanges {
  const known = new Map(before.map((line) => [line.id, line]));
  const remaining = new Set(after.map(({ id }) => id));
  const isChanged = (line: Line) => {
    const old = known.get(line.id);
    return (
      old !== undefined &&
      old !== line &&
      comparedColumns.some((name) => !isDeepStrictEqual(line[name], old[name]))
    );
  };
  return {
    removed: before.filter(({ id }) => !remaining.has(id)),
    added: after.filter(({ id }) => id === ''),
    changed: after.filter(isChanged).map((line) => ({ ...line, updatedAt: changedAt })),
  };
}

const insertedColumns = { offerId: 'bigint', ...lineColumns } as const;
const insertedNames = ['offerId', ...lineColumnNames] as const;

const insertLines = preparedQuery((db, arrays: ColumnArrays<typeof insertedColumns>) =>
  db
    .insertInto('offerLine')
    .columns(insertedNames)
    .expression(
      db
        .selectFrom(unnestedArrays<Line, 'given'>('given', insertedColumns, arrays))
        .select(insertedNames as never),
    ),
);

const updatedColumns = { id: 'bigint', ...changingColumns } as const;
const updatedNames = Object.keys(changingColumns) as (keyof typeof changingColumns)[];

const updateLines = preparedQuery(
  (db, { offerId, ...arrays }: ColumnArrays<typeof updatedColumns> & { offerId: string }) =>
    db
      .updateTable('offerLine')
      .from(unnestedArrays<Line, 'given'>('given', updatedColumns, arrays))
      .set(({ ref }) => Object.fromEntries(updatedNames.map((name) => [name, ref(`given.${name}`)])))
      .whereRef('offerLine.id', '=', 'given.id')
      .where('offerLine.offerId', '=', offerId),
);

/** The driver expects JSON as text. */
function withJsonText(line: Line) {
  return {
    ...line,
    product: line.product && JSON.stringify(line.product),
    strings: line.strings && JSON.stringify(line.strings),
  };
}

/** Sends at most one statement each for removing, changing and adding. */
async function writeChanges(
  db: CompanyQueries,
  offerId: string,
  { removed, added, changed }: LineChanges,
): Promise<void> {
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await db
      .deleteFrom('offerLine')
      .where('offerId', '=', offerId)
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
      .execute();
  }
  if (changed.length > 0) {
    await updateLines(db, { ...columnArrays(updatedColumns, changed.map(withJsonText)), offerId });
  }
  if (added.length > 0) {
    const rows = added.map((line) => ({ ...withJsonText(line), offerId }));
    await insertLines(db, columnArrays(insertedColumns, rows));
  }
}

/** The lines of a locked offer before a change, and the time of the change. */
interface LinesBefore {
  header: { id: string };
  lines: readonly Line[];
  changedAt: string;
}

/** Writes the lines of an offer after a request. Returns them with their ids, or undefined if nothing changed. */
export async function writeLines(
  db: CompanyQueries,
  { header, lines: before, changedAt }: LinesBefore,
  after: readonly Line[],
): Promise<Line[] | undefined> {
  const { removed, added, changed } = lineChanges(before, after, changedAt);
  if (removed.length + added.length + changed.length === 0) return undefined;
  requireTextsWithinLimit(before, after);
  const ids = await reserveIds(db, 'offer_line', added.length);
  const withIds = added.map((line, index) => ({ ...line, id: String(ids[index]) }));
  try {
    await writeChanges(db, header.id, { removed, added: withIds, changed });
  } catch (error) {
    // A product, service or roof has been deleted in the meantime. A retry reports the location of its id in the body.
    throw asStaleRead(error);
  }
  const changedById = new Map(changed.map((line) => [line.id, line]));
  const remaining = after.filter(({ id }) => id !== '').map((line) => changedById.get(line.id) ?? line);
  return [...remaining, ...withIds];
}
