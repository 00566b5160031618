import { inSlices } from '../request/in-slices.ts';

/** Items of the longest list whose JSON is written at once. */
const maxItems = 50;

/** A value with longer lists on this many levels is written in slices: an object, a list in it, its items, and a list in one. */
const levels = 4;

/** After this time, other requests are served. */
const sliceMs = 4;

/** A list whose items are computed when their JSON is written. */
class ComputedList<Item> {
  readonly length: number;
  readonly itemAt: (index: number) => Item;

  constructor(length: number, itemAt: (index: number) => Item) {
    this.length = length;
    this.itemAt = itemAt;
  }

  slice(start: number, end: number): Item[] {
    const length = Math.min(end, this.length) - start;
    return Array.from({ length }, (_, offset) => this.itemAt(start + offset));
  }
}

/**
 * Returns a list for a response that computes its items when their JSON is written. Its items are never all in memory, where the garbage
 * collector would stop all requests to copy them. Nothing else can be done with the list.
 */
export function computedList<Item>(length: number, itemAt: (index: number) => Item): Item[] {
  return new ComputedList(length, itemAt) as unknown as Item[];
}

function hasLongList(value: unknown, depth = levels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ComputedList) return true;
  if (Array.isArray(value)) {
    if (value.length > maxItems) return true;
    return depth > 1 && value.some((item) => hasLongList(item, depth - 1));
  }
  if (depth === 1) return false;
  // Faster than Object.values, for every response.
  for (const key in value) if (hasLongList(value[key as keyof typeof value], depth - 1)) return true;
  return false;
}

/** Joins by concatenation, which does not copy the texts, unlike joining an array. */
const joined = (text: string, next: string) => (text === '' ? next : `${text},${next}`);

function* jsonInSlices(body: unknown): Generator<void, string> {
  let sliceStart = performance.now();

  function* breakIfDue(): Generator<void, void> {
    if (performance.now() - sliceStart < sliceMs) return;
    yield;
    sliceStart = performance.now();
  }

  function* writeList(list: unknown[] | ComputedList<unknown>): Generator<void, string> {
    let text = '';
    for (let start = 0; start < list.length; start += maxItems) {
      yield* breakIfDue();
      const items = list.slice(start, start + maxItems);
      if (!hasLongList(items)) text = joined(text, JSON.stringify(items).slice(1, -1));
      else for (const item of items) text = joined(text, yield* write(item ?? null));
    }
    return `[${text}]`;
  }

  function* write(value: unknown): Generator<void, string> {
    if (!hasLongList(value)) {
      yield* breakIfDue();
      return JSON.stringify(value);
    }
    if (Array.isArray(value) || value instanceof ComputedList) return yield* writeList(value);
    let text = '';
    for (const [key, member] of Object.entries(value as object))
      if (member !== undefined) text = joined(text, `${JSON.stringify(key)}:${yield* write(member)}`);
    return `{${text}}`;
  }

  return yield* write(body);
}

/** Returns the JSON of plain data. That of long lists is written in slices. */
export async function jsonText(body: unknown): Promise<string> {
  return hasLongList(body) ? inSlices(jsonInSlices(body)) : JSON.stringify(body);
}
