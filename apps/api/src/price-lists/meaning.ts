import type { RowProblem } from '@pv-planning/contract';
import type { Known } from './catalog.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** Where a row stands. */
type Place = Pick<ListedRow, 'file' | 'line'>;

/** The product that a row means. */
export interface Meaning {
  /** Undefined when the catalog has none. */
  id: string | undefined;
  /** Whether it was found by its article number, and not by what is said beside it. */
  byNumber: boolean;
}

export interface Meanings {
  /** Which product the row means; or why it cannot be carried out: several could be meant, or another row means the same. */
  of(row: ListedRow, known: Known): Meaning | RowProblem;
  /** Whether a row before has the number already, or gave it to a product. */
  isTaken(numberKey: string): boolean;
  /** From now on the number means this product, by the row of this place. */
  rename(numberKey: string, id: string, place: Place): void;
}

const byNumberKey = (numberKey: string) => `number ${numberKey}`;
const byProduct = (id: string) => `product ${id}`;

/** What a row can be known by later in the same list: its number, or else what stands in for it. */
function keysOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: Known) {
  const others: string[] = [];
  if (manufacturerNumberKey !== null && manufacturer)
    others.push(`manufacturer ${manufacturer.key} ${manufacturerNumberKey}`);
  if (gtin !== undefined) others.push(`gtin ${gtin}`);
  return { own: numberKey === null ? others : [byNumberKey(numberKey)], others };
}

/** Places by key, each the first. */
function claim(places: Map<string, Place>, keys: readonly string[], place: Place): void {
  for (const key of keys) if (!places.has(key)) places.set(key, place);
}

/** A place in words, as seen from a row. */
function placeText({ file, line }: Place, row: ListedRow): string {
  return file === row.file ? `line ${line}` : `line ${line} of ${file}`;
}

/** As many ids as people look up. */
const mostIds = 10;

function idsText(ids: readonly string[]): string {
  const named = ids.slice(0, mostIds).join(', ');
  return ids.length > mostIds ? `${named} and ${ids.length - mostIds} more` : named;
}

/** What belongs to the rows with an article number, wherever they stand: what they say beside it, and the product that has it. */
function claimsOf(rows: readonly ListedRow[], known: readonly Known[]): Map<string, Place> {
  const claims = new Map<string, Place>();
  for (const [index, row] of rows.entries()) {
    const rowKnown = known[index];
    if (!rowKnown || rowKnown.numberKey === null) continue;
    const products = rowKnown.byNumber.length === 1 ? rowKnown.byNumber.map(byProduct) : [];
    claim(claims, [...keysOf(row, rowKnown).others, ...products], row);
  }
  return claims;
}

/**
 * Tells the products that the rows of one list mean, row by row, and that no two rows mean the same. An article number counts
 * more than the rest: a product whose number stands in the list is not meant by a row with another one, and a row without one
 * gives way to a row with one.
 *
 * @param known what the catalog knows of each row
 */
export function meanings(rows: readonly ListedRow[], known: readonly Known[]): Meanings {
  const claims = claimsOf(rows, known);
  /** The place of each row so far, by what it is known by and by the product that it means. */
  const places = new Map<string, Place>();
  /** Products whose number the list changed, by the new one. */
  const renamed = new Map<string, string>();

  function found({ numberKey, byNumber, byManufacturerNumber, byGtin }: Known) {
    const moved = numberKey === null ? undefined : renamed.get(numberKey);
    if (moved !== undefined) return { ids: [moved], byNumber: true };
    if (byNumber.length > 0) return { ids: byNumber, byNumber: true };
    const open = (ids: string[]) =>
      numberKey === null ? ids : ids.filter((id) => !claims.has(byProduct(id)));
    const ofManufacturer = open(byManufacturerNumber);
    return { ids: ofManufacturer.length > 0 ? ofManufacturer : open(byGtin), byNumber: false };
  }

  function secondOf(keys: readonly string[], row: ListedRow, field: string | null) {
    const placeOf = (key: string) =>
      places.get(key) ?? (row.articleNumber === undefined ? claims.get(key) : undefined);
    const first = keys.map(placeOf).find((place) => place !== undefined);
    return first && rowProblem('duplicate_row', field, { place: placeText(first, row) });
  }

  return {
    of(row, rowKnown) {
      const { own, others } = keysOf(row, rowKnown);
      const second = secondOf(own, row, row.articleNumber === undefined ? null : 'articleNumber');
      if (second) return second;
      claim(places, [...own, ...others], row);
      const { ids, byNumber } = found(rowKnown);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: idsText(ids) });
      const [id] = ids;
      if (id === undefined) return { id, byNumber };
      const secondOfProduct = secondOf([byProduct(id)], row, null);
      if (secondOfProduct) return secondOfProduct;
      // A new number is no news of the product: its price comes in a row of its own, under that number.
      if (row.action !== 'RENUMBER') places.set(byProduct(id), row);
      return { id, byNumber };
    },
    isTaken: (numberKey) => places.has(byNumberKey(numberKey)) || renamed.has(numberKey),
    rename(numberKey, id, place) {
      renamed.set(numberKey, id);
      claim(claims, [byProduct(id)], place);
    },
  };
}
