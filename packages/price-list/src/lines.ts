export interface Line {
  /** Counted from 1. */
  number: number;
  /** Null for a line longer than the limit, which is not kept. */
  text: string | null;
}

/** Lines of a text, ended by \n, \r\n or \r. Never holds more than one line of `limit` characters and one chunk. */
export async function* readLines(chunks: AsyncIterable<string>, limit: number): AsyncGenerator<Line> {
  let number = 1;
  let open = '';
  let overlong = false;
  let afterReturn = false;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    // A \r\n that falls apart between two chunks.
    const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    afterReturn = chunk.endsWith('\r');
    const parts = text.split(/\r\n|\n|\r/);
    const last = parts.pop() ?? '';
    for (const part of parts) {
      const whole = open + part;
      yield { number, text: overlong || whole.length > limit ? null : whole };
      number += 1;
      open = '';
      overlong = false;
    }
    if (!overlong) open += last;
    if (open.length > limit) {
      overlong = true;
      open = '';
    }
  }
  if (overlong || open !== '') yield { number, text: overlong ? null : open };
}
