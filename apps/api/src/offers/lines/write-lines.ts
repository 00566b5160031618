import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { reserveIds } from '../../identifiers/reserve-ids.ts';
import { asStaleRead } from '../../sql/database-errors.ts';
import { type ColumnArrays, columnArrays, unnestedArrays } from '../../sql/unnested-rows.ts';
import { changingColumns, type Line, lineColumnNames, lineColumns } from '../model/line.ts';
import { type LineChanges, lineChanges } from './line-changes.ts';
import { requireTextsWithinLimit } from './line-checks.ts';

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
export interface LinesBefore {
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
