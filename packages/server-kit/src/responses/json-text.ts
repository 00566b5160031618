import { inSlices } from '../request/in-slices.ts';

/** Items of the longest list whose JSON is written at once. */
const maxItems = 50;

/** A value with longer lists on this many levels is written in slices: an object, a list in it, its items, and a list in one. */
const levels = 4;

/** After this time, other requests are served. */
const sliceMs = 4;

function hasLongList(value: unknown, depth = levels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    if (value.length > maxItems) return true;
    return depth > 1 && value.some((item) => hasLongList(item, depth - 1));
  }
  if (depth === 1) return false;
  // Faster than Object.values, for every response.
  for (const key in value) if (hasLongList(value[key as keyof typeof value], depth - 1)) return true;
  return false;
}

function* jsonInSlices(body: unknown): Generator<void, string> {
  let sliceStart = performance.now();

  function* write(value: unknown): Generator<void, string> {
    if (!hasLongList(value)) {
      if (performance.now() - sliceStart > sliceMs) {
        yield;
        sliceStart = performance.now();
      }
      return JSON.stringify(value);
    }
    // Concatenation does not copy the text, unlike joining an array.
    let text = '';
    if (Array.isArray(value)) {
      for (const item of value) text += `${text === '' ? '' : ','}${yield* write(item ?? null)}`;
      return `[${text}]`;
    }
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined) continue;
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${yield* write(member)}`;
    }
    return `{${text}}`;
  }

  return yield* write(body);
}

/** Returns the JSON of plain data. That of long lists is written in slices. */
export async function jsonText(body: unknown): Promise<string> {
  return hasLongList(body) ? inSlices(jsonInSlices(body)) : JSON.stringify(body);
}
