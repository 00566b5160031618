import { type CsvError, type Options, type Parser, parse } from 'csv-parse';
import { Unreadable } from '../unreadable.ts';
import type { Separator } from './separator.ts';

export interface CsvRecord {
  cells: readonly string[];
  /** In which the record begins, counted from 1. */
  line: number;
}

const maxRecordBytes = 65_536;

export const csvOptions = {
  record_delimiter: '\n',
  relax_column_count: true,
  // Inches are written 3/4" by many.
  relax_quotes: true,
  skip_empty_lines: true,
} as const satisfies Options;

/** Text whose lines end with \n, whatever they ended with; a line of blanks is an empty one, which costs next to nothing. */
export async function* withUnixLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let afterReturn = false;
  for await (const chunk of text) {
    if (chunk === '') continue;
    // A \r\n that falls apart between two chunks.
    const rest = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    afterReturn = chunk.endsWith('\r');
    yield rest.replace(/\r\n?/g, '\n').replace(/^[ \t]+$/gm, '');
  }
}

function breaksIn(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0;
}

type Parsed = CsvError | Error | null | undefined;

function write(parser: Parser, text: string): Promise<Parsed> {
  return new Promise((resolve) => parser.write(text, resolve));
}

function end(parser: Parser): Promise<Parsed> {
  return new Promise((resolve) => parser.end(resolve));
}

/**
 * The records of a text with Unix lines, as many at a time as a piece of it completes: one by one would take longer than to
 * read them. Empty lines are passed over.
 * @throws Unreadable `invalid_csv`, after all records before the broken one
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<readonly CsvRecord[]> {
  // Taken from the callback and not from the stream, which drops what it holds when a later record is broken.
  let read: CsvRecord[] = [];
  let endLine = 0;
  const parser = parse({
    ...csvOptions,
    delimiter: separator,
    max_record_size: maxRecordBytes,
    on_record: (cells: string[], { lines }) => {
      const breaks = cells.reduce((count, cell) => count + breaksIn(cell), 0);
      read.push({ cells, line: lines - breaks });
      endLine = lines;
      return null;
    },
  });
  // What is wrong is told to the callbacks of write and end.
  parser.on('error', () => {});
  parser.resume();

  function* settled(error: Parsed): Generator<readonly CsvRecord[]> {
    const records = read;
    read = [];
    yield records;
    if (error) throw new Unreadable('invalid_csv', {}, endLine + 1);
  }

  try {
    for await (const chunk of text) yield* settled(await write(parser, chunk));
    yield* settled(await end(parser));
  } finally {
    parser.destroy();
  }
}
