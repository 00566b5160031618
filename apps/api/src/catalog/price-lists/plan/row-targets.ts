import type { RowProblem } from '@pv-planning/contract';
import { gtinKey } from '@pv-planning/price-list';
import type { CatalogMatch } from '../match/match-rows.ts';
import type { Product } from '../match/product.ts';
import type { Catalog } from '../match/read-catalog.ts';
import type { ListedRow, ListItem } from '../read-list.ts';
import { idsText, rowProblem } from './row-problems.ts';

/** The line of a file that contains a row. */
type SourceLine = Pick<ListedRow, 'file' | 'line'>;

/** The product to which a row applies. */
export interface Target {
  /** Undefined if the catalog has no such product. */
  id: string | undefined;
  /** Whether the product was found by article number rather than by manufacturer article number or GTIN. */
  byNumber: boolean;
}

export interface RowTargets {
  /** Finds the product of a row. Returns an error if several products match or an earlier row applies to the same product. */
  find(row: ListedRow, match: CatalogMatch): Target | RowProblem;
  /** Returns a warning if an earlier row with another article number has the same GTIN. */
  repeatedGtin(row: ListedRow): RowProblem | undefined;
  /**
   * Marks the row as applied: later rows for the product are duplicates. From then on, `current` must return the product with the
   * changes, and an article number that the row set finds the product.
   */
  markApplied(row: ListedRow, match: CatalogMatch, id: string | undefined): void;
  /** Whether an earlier row has the article number or assigned it to a product. */
  isNumberTaken(numberKey: string): boolean;
}

/**
 * Returns the rank by which items are planned, in ascending order: first rows that assign a new number, because rows with the new
 * number apply to the same product; then rows with an article number; then the others, which identify a product less reliably.
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

/** Returns the keys that identify a row within its list: `own` is its article number, or else its other numbers. */
function identityOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: CatalogMatch) {
  const others: string[] = [];
  if (manufacturerNumberKey !== null && manufacturer)
    others.push(
      byManufacturerNumberKey(manufacturer.id ?? `to add ${manufacturer.key}`, manufacturerNumberKey),
    );
  if (gtin !== undefined) others.push(byGtinKey(gtin));
  return { own: numberKey === null ? others : [byNumberKey(numberKey)], others };
}

function lineText({ file, line }: SourceLine, row: ListedRow): string {
  return file === row.file ? `line ${line}` : `line ${line} of ${file}`;
}

/** Returns the products that any row of the list identifies by article number. */
function numberedProducts(matches: readonly CatalogMatch[]): Set<string> {
  const found = matches.flatMap(({ byNumber, byNewNumber }) => [byNumber, byNewNumber]);
  return new Set(found.filter(({ length }) => length === 1).flat());
}

/**
 * Finds the products to which the rows of a list apply, row by row, and rejects a second row for the same product. Article numbers
 * take precedence: a row with another number never applies to a product whose number is in the list.
 *
 * @param current returns a product with the changes of earlier rows: the former article number no longer finds the product
 */
export function rowTargets(
  { matches, products }: Catalog,
  current: (id: string) => Product | undefined,
): RowTargets {
  const numbered = numberedProducts(matches);
  /** The line of the first row for each number and product. */
  const firstLines = new Map<string, SourceLine>();
  /** The products to which the list assigned a number, by that number. */
  const renumbered = new Map<string, string>();

  /** Whether earlier rows left the value of the product unchanged. */
  function isUnchanged(
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
    // A product found by the GTIN of a deleted or renumbered article may be the successor of the article, or a product of another
    // supplier.
    const needsNumber = action === 'DELETE' || action === 'RENUMBER';
    if (byNumber.length > 0 || needsNumber) return { ids: byNumber, byNumber: true };
    const isAvailable = (id: string) => numberKey === null || !numbered.has(id);
    const ofManufacturer = byManufacturerNumber.filter(
      (id) => isAvailable(id) && isUnchanged(id, 'manufacturerArticleNumber'),
    );
    const ofGtin = byGtin.filter((id) => isAvailable(id) && isUnchanged(id, 'gtin'));
    return { ids: ofManufacturer.length > 0 ? ofManufacturer : ofGtin, byNumber: false };
  }

  function duplicate(keys: readonly string[], row: ListedRow, field: string | null): RowProblem | undefined {
    const first = keys.map((key) => firstLines.get(key)).find((line) => line !== undefined);
    return first && rowProblem('duplicate_row', field, { line: lineText(first, row) });
  }

  function keepFirst(keys: readonly string[], line: SourceLine): void {
    for (const key of keys) if (!firstLines.has(key)) firstLines.set(key, line);
  }

  return {
    find(row, match) {
      const { own } = identityOf(row, match);
      const duplicateNumber = duplicate(own, row, row.articleNumber === undefined ? null : 'articleNumber');
      if (duplicateNumber) return duplicateNumber;
      const { ids, byNumber } = candidates(row, match);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: idsText(ids) });
      const [id] = ids;
      if (id === undefined) return { id, byNumber };
      return duplicate([byProduct(id)], row, null) ?? { id, byNumber };
    },
    repeatedGtin(row) {
      const first = row.gtin === undefined ? undefined : firstLines.get(byGtinKey(row.gtin));
      return first && rowProblem('repeated_gtin', 'gtin', { line: lineText(first, row) });
    },
    markApplied(row, match, id) {
      const { own, others } = identityOf(row, match);
      keepFirst([...own, ...others], row);
      if (id === undefined) return;
      // A later row may set the price of a renumbered article, under the new number.
      if (row.action !== 'RENUMBER') keepFirst([byProduct(id)], row);
      const assigned = row.action === 'RENUMBER' ? match.newNumberKey : match.numberKey;
      if (assigned !== null && !(isUnchanged(id, 'articleNumber') && isUnchanged(id, 'supplier'))) {
        renumbered.set(assigned, id);
        numbered.add(id);
      }
    },
    isNumberTaken: (numberKey) => firstLines.has(byNumberKey(numberKey)) || renumbered.has(numberKey),
  };
}
