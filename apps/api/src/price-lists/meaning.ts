import type { RowProblem } from '@pv-planning/contract';
import { gtinKey } from '@pv-planning/price-list';
import type { Catalog, Known, Product } from './catalog.ts';
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
  /** Which product the row means; or why it cannot be carried out: several could be meant, or a row so far means the same. */
  of(row: ListedRow, known: Known): Meaning | RowProblem;
  /** The row was carried out: from now on a row that means the same is a second one, and what it gave finds the product. */
  settle(row: ListedRow, known: Known, id: string | undefined): void;
  /** Whether a row so far has the number already, or gave it to a product. */
  isTaken(numberKey: string): boolean;
}

/**
 * Whose turn it is: first rows that give a new number, since rows with the new one mean the same product; then those with an
 * article number; then the others, which are known by less.
 */
export function precedence({ action, articleNumber }: ListedRow): number {
  if (action === 'RENUMBER') return 0;
  return articleNumber === undefined ? 2 : 1;
}

const byNumberKey = (numberKey: string) => `number ${numberKey}`;
const byManufacturerNumberKey = (manufacturer: string, numberKey: string) =>
  `manufacturer ${manufacturer} ${numberKey}`;
const byProduct = (id: string) => `product ${id}`;

/** What a row can be known by later in the same list: its number, or else what stands in for it. */
function keysOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: Known) {
  const others: string[] = [];
  if (manufacturerNumberKey !== null && manufacturer)
    others.push(
      byManufacturerNumberKey(manufacturer.id ?? `to add ${manufacturer.key}`, manufacturerNumberKey),
    );
  if (gtin !== undefined) others.push(`gtin ${gtinKey(gtin)}`);
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

export function idsText(ids: readonly string[]): string {
  const named = ids.slice(0, mostIds).join(', ');
  return ids.length > mostIds ? `${named} and ${ids.length - mostIds} more` : named;
}

/** The products that rows of the list mean by an article number, wherever they stand. */
function numberedProducts(known: readonly Known[]): Set<string> {
  const found = known.flatMap(({ byNumber, byNewNumber }) => [byNumber, byNewNumber]);
  return new Set(found.filter(({ length }) => length === 1).flat());
}

/**
 * Tells the products that the rows of one list mean, row by row, and that no two rows mean the same. An article number counts
 * more than the rest: a product whose number stands in the list is not meant by a row with another one.
 *
 * @param catalog what is known before the list
 * @param current the product as the rows so far leave it: by a number that it lost it is no longer found
 */
export function meanings(
  { known, products }: Catalog,
  current: (id: string) => Product | undefined,
): Meanings {
  const numbered = numberedProducts(known);
  /** The place of each row so far, by what it is known by and by the product that it means. */
  const places = new Map<string, Place>();
  /** Products whose number the list changed, by the new one. */
  const renamed = new Map<string, string>();

  /** Whether the product has what it had before the list. */
  function has(
    id: string,
    field: 'articleNumber' | 'supplier' | 'manufacturerArticleNumber' | 'gtin',
  ): boolean {
    return current(id)?.[field] === products.get(id)?.[field];
  }

  function found({ action }: ListedRow, { numberKey, byNumber, byManufacturerNumber, byGtin }: Known) {
    const moved = numberKey === null ? undefined : renamed.get(numberKey);
    if (moved !== undefined) return { ids: [moved], byNumber: true };
    // An article that goes, or is renumbered, is no other that shares its GTIN: perhaps its successor, or another supplier's.
    const isOfNumber = action === 'DELETE' || action === 'RENUMBER';
    if (byNumber.length > 0 || isOfNumber) return { ids: byNumber, byNumber: true };
    const isOpen = (id: string) => numberKey === null || !numbered.has(id);
    const ofManufacturer = byManufacturerNumber.filter(
      (id) => isOpen(id) && has(id, 'manufacturerArticleNumber'),
    );
    const ofGtin = byGtin.filter((id) => isOpen(id) && has(id, 'gtin'));
    return { ids: ofManufacturer.length > 0 ? ofManufacturer : ofGtin, byNumber: false };
  }

  function secondOf(keys: readonly string[], row: ListedRow, field: string | null) {
    const first = keys.map((key) => places.get(key)).find((place) => place !== undefined);
    return first && rowProblem('duplicate_row', field, { place: placeText(first, row) });
  }

  return {
    of(row, rowKnown) {
      const { own } = keysOf(row, rowKnown);
      const second = secondOf(own, row, row.articleNumber === undefined ? null : 'articleNumber');
      if (second) return second;
      const { ids, byNumber } = found(row, rowKnown);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: idsText(ids) });
      const [id] = ids;
      if (id === undefined) return { id, byNumber };
      return secondOf([byProduct(id)], row, null) ?? { id, byNumber };
    },
    settle(row, rowKnown, id) {
      const { own, others } = keysOf(row, rowKnown);
      claim(places, [...own, ...others], row);
      if (id === undefined) return;
      // A new number is no news of the product: its price comes in a row of its own, under that number.
      if (row.action !== 'RENUMBER') claim(places, [byProduct(id)], row);
      const given = row.action === 'RENUMBER' ? rowKnown.newNumberKey : rowKnown.numberKey;
      if (given !== null && !(has(id, 'articleNumber') && has(id, 'supplier'))) {
        renamed.set(given, id);
        numbered.add(id);
      }
    },
    isTaken: (numberKey) => places.has(byNumberKey(numberKey)) || renamed.has(numberKey),
  };
}
