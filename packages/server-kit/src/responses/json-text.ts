import { inSlices } from '../request/in-slices.ts';

/** Maximum number of items of a list whose JSON is written in one slice. */
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

/** A text whose base64 is computed when its JSON is written. */
class Base64Text {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  toJSON(): string {
    return this.bytes.toString('base64');
  }
}

/**
 * Returns the base64 of a file for a response. It is computed in slices when its JSON is written: that of a large file at once would
 * stop all requests. Nothing else can be done with the text.
 */
export function base64Text(bytes: Buffer): string {
  return new Base64Text(bytes) as unknown as string;
}

/** Whether the JSON of a value is written in slices. */
function isLong(value: unknown, depth = levels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ComputedList || value instanceof Base64Text) return true;
  if (Array.isArray(value)) {
    if (value.length > maxItems) return true;
    return depth > 1 && value.some((item) => isLong(item, depth - 1));
  }
  if (depth === 1) return false;
  // Faster than Object.values, for every response.
  for (const key in value) if (isLong(value[key as keyof typeof value], depth - 1)) return true;
  return false;
}

/** JSON as a text. If it was written in slices, as parts in UTF-8. */
export type Json = string | readonly Buffer[];

/** Characters of a part. */
const partLength = 64 * 1024;
/** Bytes whose base64 is a part. */
const encodedAtOnce = (partLength * 3) / 4;

function* jsonInSlices(body: unknown): Generator<void, Json> {
  const parts: Buffer[] = [];
  let text = '';
  let sliceStart = performance.now();

  function* append(more: string): Generator<void, void> {
    text += more;
    if (text.length >= partLength) {
      parts.push(Buffer.from(text));
      text = '';
    }
    if (performance.now() - sliceStart < sliceMs) return;
    yield;
    sliceStart = performance.now();
  }

  function* writeList(list: unknown[] | ComputedList<unknown>): Generator<void, void> {
    text += '[';
    // The size of the first items determines how many fit into a part.
    let count = 1;
    for (let start = 0; start < list.length; ) {
      if (start > 0) text += ',';
      const items = list.slice(start, start + count);
      start += items.length;
      if (isLong(items)) {
        for (const [index, item] of items.entries()) {
          if (index > 0) text += ',';
          yield* write(item ?? null);
        }
        continue;
      }
      const json = JSON.stringify(items);
      count = Math.min(maxItems, Math.ceil((partLength * items.length) / json.length));
      yield* append(json.slice(1, -1));
    }
    text += ']';
  }

  function* writeBase64({ bytes }: Base64Text): Generator<void, void> {
    text += '"';
    for (let start = 0; start < bytes.length; start += encodedAtOnce)
      yield* append(bytes.toString('base64', start, start + encodedAtOnce));
    text += '"';
  }

  function* write(value: unknown): Generator<void, void> {
    if (!isLong(value)) return yield* append(JSON.stringify(value));
    if (Array.isArray(value) || value instanceof ComputedList) return yield* writeList(value);
    if (value instanceof Base64Text) return yield* writeBase64(value);
    let separator = '{';
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined) continue;
      text += `${separator}${JSON.stringify(key)}:`;
      yield* write(member);
      separator = ',';
    }
    text += '}';
  }

  yield* write(body);
  return parts.length === 0 ? text : [...parts, Buffer.from(text)];
}

/** Writes plain data as JSON. That of long lists and of files is written in slices. */
export async function writeJson(body: unknown): Promise<Json> {
  return isLong(body) ? inSlices(jsonInSlices(body)) : JSON.stringify(body);
}

export function textOf(json: Json): string {
  return typeof json === 'string' ? json : Buffer.concat(json).toString();
}

export function byteLengthOf(json: Json): number {
  if (typeof json === 'string') return Buffer.byteLength(json);
  return json.reduce((sum, { length }) => sum + length, 0);
}
