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
  /** Which product the row means; or why it cannot be carried out: several could be meant, or a row before it means the same. */
  of(row: ListedRow, known: Known): Meaning | RowProblem;
  /** Whether a row before has the number already, or gave it to a product. */
  isTaken(numberKey: string): boolean;
  /** From now on the number means this product. */
  rename(numberKey: string, id: string): void;
}

const byNumberKey = (numberKey: string) => `number ${numberKey}`;

/** What a row can be known by later in the same list: its number, or else what stands in for it. */
function keysOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: Known) {
  const others: string[] = [];
  if (manufacturerNumberKey !== null && manufacturer)
    others.push(`manufacturer ${manufacturer.key} ${manufacturerNumberKey}`);
  if (gtin !== undefined) others.push(`gtin ${gtin}`);
  return { own: numberKey === null ? others : [byNumberKey(numberKey)], others };
}

/** Tells the products that the rows of one list mean, row by row, and that no two rows mean the same. */
export function meanings(): Meanings {
  /** The line of each row so far, by what it is known by and by the product that it means. */
  const lines = new Map<string, number>();
  /** Products whose number the list changed, by the new one. */
  const renamed = new Map<string, string>();

  function found({ numberKey, byNumber, byManufacturerNumber, byGtin }: Known) {
    const moved = numberKey === null ? undefined : renamed.get(numberKey);
    if (moved !== undefined) return { ids: [moved], byNumber: true };
    if (byNumber.length > 0) return { ids: byNumber, byNumber: true };
    return { ids: byManufacturerNumber.length > 0 ? byManufacturerNumber : byGtin, byNumber: false };
  }

  function secondOf(keys: readonly string[], field: string | null): RowProblem | undefined {
    const line = keys.map((key) => lines.get(key)).find((earlier) => earlier !== undefined);
    return line === undefined ? undefined : rowProblem('duplicate_row', field, { line });
  }

  return {
    of(row, known) {
      const { own, others } = keysOf(row, known);
      const second = secondOf(own, row.articleNumber === undefined ? null : 'articleNumber');
      if (second) return second;
      for (const key of [...own, ...others]) if (!lines.has(key)) lines.set(key, row.line);
      const { ids, byNumber } = found(known);
      if (ids.length > 1) return rowProblem('ambiguous_product', null, { ids: ids.join(', ') });
      const [id] = ids;
      const product = `product ${id}`;
      const secondOfProduct = id === undefined ? undefined : secondOf([product], null);
      if (secondOfProduct) return secondOfProduct;
      // A new number is no news of the product: its price comes in a row of its own, under that number.
      if (id !== undefined && row.action !== 'RENUMBER') lines.set(product, row.line);
      return { id, byNumber };
    },
    isTaken: (numberKey) => lines.has(byNumberKey(numberKey)) || renamed.has(numberKey),
    rename: (numberKey, id) => void renamed.set(numberKey, id),
  };
}
