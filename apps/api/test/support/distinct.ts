import type { Schema } from './contract-document.ts';

/** The first of all things with the same key. */
export function distinctBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): Thing[] {
  const first = new Map(things.toReversed().map((thing) => [keyOf(thing), thing]));
  return things.filter((thing) => first.get(keyOf(thing)) === thing);
}

/** What a schema allows, as text: the same for schemas that differ in descriptions and examples only. */
export function meaningOf(schema: Schema): string {
  return JSON.stringify(schema, (name, value) => {
    if (name === 'description' && typeof value === 'string') return undefined;
    if (name === 'examples' && Array.isArray(value)) return undefined;
    return value;
  });
}
