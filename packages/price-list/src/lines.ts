export interface Line {
  /** Counted from 1. */
  number: number;
  /** Null for a line above the limit. */
  text: string | null;
}

/** Text whose lines end with \n instead of \r\n or \r. */
export async function* withUnixLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let afterReturn = false;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    // A \r\n may be split between two chunks.
    const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    afterReturn = chunk.endsWith('\r');
    yield text.replace(/\r\n?/g, '\n');
  }
}

/** The lines of a text. Holds at most one line of `limit` characters and one chunk. */
export async function* readLines(chunks: AsyncIterable<string>, limit: number): AsyncGenerator<Line> {
  let number = 1;
  let open = '';
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    // One character above the limit is enough to know that a line is too long.
    open = (open + first).slice(0, limit + 1);
    for (const part of others) {
      yield { number, text: open.length > limit ? null : open };
      number += 1;
      open = part.slice(0, limit + 1);
    }
  }
  if (open !== '') yield { number, text: open.length > limit ? null : open };
}
