import { computedList, type Page } from '@pv-planning/server-kit';
import { cursorOf, type ListPage } from './list-pages.ts';

/** Limits of a page with complete items. */
const maxParts = 5_000;

/** Parts that are read at once. Other requests are served in between. */
const partsPerRead = 500;

interface Completion<Complete> {
  /** Returns the number of parts of each record that has any. */
  countParts(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Reads complete records, in the order of the ids. */
  read(ids: readonly string[]): Promise<Complete[]>;
}

/** Divides ids into groups of at most `partsPerRead` parts, up to `maxParts` in all. A group has at least one id. */
function groupsOf(ids: readonly string[], counts: ReadonlyMap<string, number>): string[][] {
  const groups: string[][] = [];
  let total = 0;
  let inGroup = 0;
  for (const id of ids) {
    const count = counts.get(id) ?? 0;
    total += count;
    if (groups.length > 0 && total > maxParts) break;
    inGroup += count;
    if (groups.length === 0 || inGroup > partsPerRead) {
      groups.push([]);
      inGroup = count;
    }
    groups.at(-1)?.push(id);
  }
  return groups;
}

/** Replaces the items of a page by complete records. The page ends early if they have too many parts; the next one continues. */
export async function completeItems<Item extends { id: string }, Complete extends { id: string }>(
  { status, body, next }: ListPage<Item>,
  { sort }: Page,
  { countParts, read }: Completion<Complete>,
): Promise<ListPage<Complete>> {
  const ids = body.data.map(({ id }) => id);
  const complete: Complete[] = [];
  for (const group of groupsOf(ids, await countParts(ids))) complete.push(...(await read(group)));
  const { length } = complete;
  return {
    status,
    // Its JSON is written in slices.
    body: { ...body, data: computedList(length, (index) => complete[index] as Complete) },
    next: length < ids.length ? cursorOf(body.data[length - 1], sort, body.offset + length) : next,
  };
}
