import { isDeepStrictEqual } from 'node:util';
import { changingColumns, type Line } from '../model/line.ts';

/** The changes that a request makes to the lines of an offer. */
export interface LineChanges {
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
export function lineChanges(before: readonly Line[], after: readonly Line[], changedAt: string): LineChanges {
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
