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
  /** From now on the number means this product. */
  rename(numberKey: string, id: string): void;
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

/** The products that rows of the list mean by their article number, wherever they stand. */
function numberedProducts(known: readonly Known[]): Set<string> {
  return new Set(known.flatMap(({ byNumber }) => (byNumber.length === 1 ? byNumber : [])));
}

/**
 * Tells the products that the rows of one list mean, row by row, and that no two rows mean the same. An article number counts
 * more than the rest: a product whose number stands in the list is not meant by a row with another one.
 *
 * @param known what the catalog knows of each row
 * @param hasLost whether a row so far has given the product another one: it is no longer found by what it had
 */
export function meanings(
  known: readonly Known[],
  hasLost: (id: string, field: 'gtin' | 'manufacturerArticleNumber') => boolean,
): Meanings {
  const numbered = numberedProducts(known);
  /** The place of each row so far, by what it is known by and by the product that it means. */
  const places = new Map<string, Place>();
  /** Products whose number the list changed, by the new one. */
  const renamed = new Map<string, string>();

  function found({ numberKey, byNumber, byManufacturerNumber, byGtin }: Known) {
    const moved = numberKey === null ? undefined : renamed.get(numberKey);
    if (moved !== undefined) return { ids: [moved], byNumber: true };
    if (byNumber.length > 0) return { ids: byNumber, byNumber: true };
    const isOpen = (id: string) => numberKey === null || !numbered.has(id);
    const ofManufacturer = byManufacturerNumber.filter(
      (id) => isOpen(id) && !hasLost(id, 'manufacturerArticleNumber'),
    );
    const ofGtin = byGtin.filter((id) => isOpen(id) && !hasLost(id, 'gtin'));
    return { ids: ofManufacturer.length > 0 ? ofManufacturer : ofGtin, byNumber: false };
  }

  function secondOf(keys: readonly string[], row: ListedRow, field: string | null) {
    const first = keys.map((key) => places.get(key)).find((place) => place !== undefined);
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
    rename(numberKey, id) {
      renamed.set(numberKey, id);
      numbered.add(id);
    },
  };
}
