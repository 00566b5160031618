import { isDeepStrictEqual } from 'node:util';
import type { CompanyQueries } from '@pv-planning/database';
import { reserveIds } from '../../identifiers/reserve-ids.ts';
import { asStaleRead } from '../../sql/database-errors.ts';
import { changingNames, type LineChanges, type StoredLine, writeLines } from '../model/line.ts';
import type { LockedOffer } from '../records/offer-records.ts';

/** Compares the lines of an offer before and after a request. Changed lines get the time of the change. */
function lineChanges(
  before: readonly StoredLine[],
  after: readonly StoredLine[],
  changedAt: string,
): LineChanges {
  const known = new Map(before.map((line) => [line.id, line]));
  const stays = new Set(after.map(({ id }) => id));
  const isChanged = (line: StoredLine) => {
    const old = known.get(line.id);
    return (
      old !== undefined &&
      old !== line &&
      changingNames.some((name) => name !== 'updatedAt' && !isDeepStrictEqual(line[name], old[name]))
    );
  };
  return {
    removed: before.filter(({ id }) => !stays.has(id)),
    added: after.filter(({ id }) => id === ''),
    changed: after.filter(isChanged).map((line) => ({ ...line, updatedAt: changedAt })),
  };
}

/** Writes the lines that a request leaves. Returns them with their ids, or undefined if nothing changed. */
export async function storeLines(
  db: CompanyQueries,
  { header, lines: before, changedAt }: LockedOffer,
  after: readonly StoredLine[],
): Promise<StoredLine[] | undefined> {
  const { removed, added, changed } = lineChanges(before, after, changedAt);
  if (removed.length + added.length + changed.length === 0) return undefined;
  const ids = await reserveIds(db, 'offer_line', added.length);
  const withIds = added.map((line, index) => ({ ...line, id: String(ids[index]) }));
  try {
    await writeLines(db, header.id, { removed, added: withIds, changed });
  } catch (error) {
    // A product, service or roof has been deleted in the meantime. A retry names its place in the body.
    throw asStaleRead(error);
  }
  const newForm = new Map(changed.map((line) => [line.id, line]));
  const stayed = after.filter(({ id }) => id !== '').map((line) => newForm.get(line.id) ?? line);
  return [...stayed, ...withIds];
}
