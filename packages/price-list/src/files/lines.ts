export interface Line {
  /** Counted from 1. */
  number: number;
  /** Null if the line exceeds the limit. */
  text: string | null;
}

/** Converts \r\n and \r to \n. */
export async function* withUnixLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let afterReturn = false;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    // A \r\n may be split across two chunks.
    const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    afterReturn = chunk.endsWith('\r');
    yield text.replace(/\r\n?/g, '\n');
  }
}

/** Splits text into lines. Buffers at most `limit` characters and one chunk. */
export async function* readLines(chunks: AsyncIterable<string>, limit: number): AsyncGenerator<Line> {
  let number = 1;
  let open = '';
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    // One character above the limit is enough to detect an overlong line.
    open = (open + first).slice(0, limit + 1);
    for (const part of others) {
      yield { number, text: open.length > limit ? null : open };
      number += 1;
      open = part.slice(0, limit + 1);
    }
  }
  if (open !== '') yield { number, text: open.length > limit ? null : open };
}
