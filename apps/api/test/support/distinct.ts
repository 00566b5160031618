import type { Schema } from './contract-document.ts';

/** Returns the first item for each key. */
export function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  return items.filter((item) => first.get(keyOf(item)) === item);
}

/** Returns a text that is the same for schemas that differ only in descriptions and examples. */
export function meaningOf(schema: Schema): string {
  return JSON.stringify(schema, (name, value) => {
    if (name === 'description' && typeof value === 'string') return undefined;
    if (name === 'examples' && Array.isArray(value)) return undefined;
    return value;
  });
}
