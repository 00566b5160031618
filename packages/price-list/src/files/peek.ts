/** The beginning of a stream, and the whole stream including it. `close` ends a stream that is not read to its end. */
export interface Peeked<T> {
  start: T;
  whole: AsyncIterable<T>;
  close(): Promise<void>;
}

/** Reads chunks until `length` is reached or the stream ends. */
export async function peek<T extends { length: number }>(
  chunks: AsyncIterable<T>,
  length: number,
  join: (chunks: T[]) => T,
): Promise<Peeked<T>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: T[] = [];
  let read = 0;
  let ended = false;
  while (read < length) {
    const next = await iterator.next();
    if (next.done) {
      ended = true;
      break;
    }
    first.push(next.value);
    read += next.value.length;
  }
  const start = join(first);

  async function* whole(): AsyncGenerator<T> {
    yield start;
    while (!ended) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  }

  return {
    start,
    whole: whole(),
    close: async () => {
      await iterator.return?.();
    },
  };
}
