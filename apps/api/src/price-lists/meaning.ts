import type { RowProblem } from '@pv-planning/contract';
import type { Known } from './catalog.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

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
  /** From now on the number means this product, by the row of this line. */
  rename(numberKey: string, id: string, line: number): void;
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

/** Lines by key, each the first. */
function claimLines(lines: Map<string, number>, keys: readonly string[], line: number): void {
  for (const key of keys) if (!lines.has(key)) lines.set(key, line);
}

/** What belongs to the rows with an article number, wherever they stand: what they say beside it, and the product that has it. */
function claimsOf(rows: readonly ListedRow[], known: readonly Known[]): Map<string, number> {
  const claims = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const rowKnown = known[index];
    if (!rowKnown || rowKnown.numberKey === null) continue;
    const products = rowKnown.byNumber.length === 1 ? rowKnown.byNumber.map(byProduct) : [];
    claimLines(claims, [...keysOf(row, rowKnown).others, ...products], row.line);
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
  /** The line of each row so far, by what it is known by and by the product that it means. */
  const lines = new Map<string, number>();
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

  function secondOf(keys: readonly string[], { articleNumber }: ListedRow, field: string | null) {
    const lineOf = (key: string) =>
      lines.get(key) ?? (articleNumber === undefined ? claims.get(key) : undefined);
    const line = keys.map(lineOf).find((other) => other !== undefined);
    return line === undefined ? undefined : rowProblem('duplicate_row', field, { line });
  }

  return {
    of(row, rowKnown) {
      const { own, others } = keysOf(row, rowKnown);
      const second = secondOf(own, row, row.articleNumber === undefined ? null : 'articleNumber');
      if (second) return second;
      claimLines(lines, [...own, ...others], row.line);
      const { ids, byNumber } = found(rowKnown);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: ids.join(', ') });
      const [id] = ids;
      if (id === undefined) return { id, byNumber };
      const secondOfProduct = secondOf([byProduct(id)], row, null);
      if (secondOfProduct) return secondOfProduct;
      // A new number is no news of the product: its price comes in a row of its own, under that number.
      if (row.action !== 'RENUMBER') lines.set(byProduct(id), row.line);
      return { id, byNumber };
    },
    isTaken: (numberKey) => lines.has(byNumberKey(numberKey)) || renamed.has(numberKey),
    rename(numberKey, id, line) {
      renamed.set(numberKey, id);
      claimLines(claims, [byProduct(id)], line);
    },
  };
}
