import type { RowProblem } from '@pv-planning/contract';
import { gtinKey } from '@pv-planning/price-list';
import type { CatalogMatch } from '../match/match-rows.ts';
import type { Product } from '../match/product.ts';
import type { Catalog } from '../match/read-catalog.ts';
import type { ListedRow, ListItem } from '../read-list.ts';
import { idsText, rowProblem } from './row-problems.ts';

/** The place of a row in the list. */
type Place = Pick<ListedRow, 'file' | 'line'>;

/** The product that a row is about. */
export interface Target {
  /** Undefined when the catalog has no such product. */
  id: string | undefined;
  /** Whether the article number found it, and not the manufacturer's number or the GTIN. */
  byNumber: boolean;
}

export interface RowTargets {
  /** The product that the row is about, or the reason why the row fails: several match, or an earlier row is about the same. */
  find(row: ListedRow, match: CatalogMatch): Target | RowProblem;
  /** A warning if an earlier row with another article number has the GTIN of the row. */
  repeatedGtin(row: ListedRow): RowProblem | undefined;
  /**
   * Marks the row as applied to the product, as `current` shows it: later rows about the product are duplicates, and a number
   * that the row gave finds it.
   */
  markApplied(row: ListedRow, match: CatalogMatch, id: string | undefined): void;
  /** Whether an earlier row has the article number, or gave it to a product. */
  isNumberTaken(numberKey: string): boolean;
}

/**
 * The order in which items are planned, ascending: first rows that give a new number, since rows with the new number are about
 * the same product; then rows with an article number; then the others, which identify a product less surely.
 */
export function precedence(item: ListItem): number {
  if (item.kind !== 'row') return 0;
  const { action, articleNumber } = item;
  if (action === 'RENUMBER') return 0;
  return articleNumber === undefined ? 2 : 1;
}

const byNumberKey = (numberKey: string) => `number ${numberKey}`;
const byManufacturerNumberKey = (manufacturer: string, numberKey: string) =>
  `manufacturer ${manufacturer} ${numberKey}`;
const byGtinKey = (gtin: string) => `gtin ${gtinKey(gtin)}`;
const byProduct = (id: string) => `product ${id}`;

/** What identifies a row within its list: `own` is its article number, or else the other numbers. */
function identityOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: CatalogMatch) {
  const others: string[] = [];
  if (manufacturerNumberKey !== null && manufacturer)
    others.push(
      byManufacturerNumberKey(manufacturer.id ?? `to add ${manufacturer.key}`, manufacturerNumberKey),
    );
  if (gtin !== undefined) others.push(byGtinKey(gtin));
  return { own: numberKey === null ? others : [byNumberKey(numberKey)], others };
}

function placeText({ file, line }: Place, row: ListedRow): string {
  return file === row.file ? `line ${line}` : `line ${line} of ${file}`;
}

/** The products that any row of the list identifies by article number. */
function numberedProducts(matches: readonly CatalogMatch[]): Set<string> {
  const found = matches.flatMap(({ byNumber, byNewNumber }) => [byNumber, byNewNumber]);
  return new Set(found.filter(({ length }) => length === 1).flat());
}

/**
 * Finds the products that the rows of one list are about, row by row, and refuses two rows about the same product. An article
 * number takes precedence: no row with another number is about a product whose number is in the list.
 *
 * @param current the product as the rows so far leave it: a number that it has lost no longer finds it
 */
export function rowTargets(
  { matches, products }: Catalog,
  current: (id: string) => Product | undefined,
): RowTargets {
  const numbered = numberedProducts(matches);
  /** The first row for each number and product. */
  const places = new Map<string, Place>();
  /** The products to which the list gave a number, by that number. */
  const renumbered = new Map<string, string>();

  /** Whether the product still has the value that it had before the list. */
  function has(
    id: string,
    field: 'articleNumber' | 'supplier' | 'manufacturerArticleNumber' | 'gtin',
  ): boolean {
    return current(id)?.[field] === products.get(id)?.[field];
  }

  function candidates(
    { action }: ListedRow,
    match: CatalogMatch,
  ): { ids: readonly string[]; byNumber: boolean } {
    const { numberKey, byNumber, byManufacturerNumber, byGtin } = match;
    const id = numberKey === null ? undefined : renumbered.get(numberKey);
    if (id !== undefined) return { ids: [id], byNumber: true };
    // Another product with the GTIN of a deleted or renumbered article may be its successor, or another supplier's.
    const needsNumber = action === 'DELETE' || action === 'RENUMBER';
    if (byNumber.length > 0 || needsNumber) return { ids: byNumber, byNumber: true };
    const isOpen = (id: string) => numberKey === null || !numbered.has(id);
    const ofManufacturer = byManufacturerNumber.filter(
      (id) => isOpen(id) && has(id, 'manufacturerArticleNumber'),
    );
    const ofGtin = byGtin.filter((id) => isOpen(id) && has(id, 'gtin'));
    return { ids: ofManufacturer.length > 0 ? ofManufacturer : ofGtin, byNumber: false };
  }

  function duplicate(keys: readonly string[], row: ListedRow, field: string | null): RowProblem | undefined {
    const first = keys.map((key) => places.get(key)).find((place) => place !== undefined);
    return first && rowProblem('duplicate_row', field, { place: placeText(first, row) });
  }

  function keepFirst(keys: readonly string[], place: Place): void {
    for (const key of keys) if (!places.has(key)) places.set(key, place);
  }

  return {
    find(row, match) {
      const { own } = identityOf(row, match);
      const second = duplicate(own, row, row.articleNumber === undefined ? null : 'articleNumber');
      if (second) return second;
      const { ids, byNumber } = candidates(row, match);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: idsText(ids) });
      const [id] = ids;
      if (id === undefined) return { id, byNumber };
      return duplicate([byProduct(id)], row, null) ?? { id, byNumber };
    },
    repeatedGtin(row) {
      const first = row.gtin === undefined ? undefined : places.get(byGtinKey(row.gtin));
      return first && rowProblem('repeated_gtin', 'gtin', { place: placeText(first, row) });
    },
    markApplied(row, match, id) {
      const { own, others } = identityOf(row, match);
      keepFirst([...own, ...others], row);
      if (id === undefined) return;
      // The price of a renumbered article comes in a row of its own, under the new number.
      if (row.action !== 'RENUMBER') keepFirst([byProduct(id)], row);
      const given = row.action === 'RENUMBER' ? match.newNumberKey : match.numberKey;
      if (given !== null && !(has(id, 'articleNumber') && has(id, 'supplier'))) {
        renumbered.set(given, id);
        numbered.add(id);
      }
    },
    isNumberTaken: (numberKey) => places.has(byNumberKey(numberKey)) || renumbered.has(numberKey),
  };
}
