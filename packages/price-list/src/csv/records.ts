import { type CsvError, type Options, type Parser, parse } from 'csv-parse';
import { toNfc } from '../files/nfc.ts';
import { Unreadable } from '../files/unreadable.ts';

export type Separator = ';' | ',' | '\t' | '|';

/** Separators in the order in which they are tried. */
export const separators: readonly Separator[] = [';', '\t', ',', '|'];

export interface CsvRecord {
  cells: readonly string[];
  /** Line on which the record begins, counted from 1. */
  line: number;
}

const maxRecordBytes = 65_536;

export const csvOptions = {
  record_delimiter: '\n',
  relax_column_count: true,
  // Inches are often written 3/4".
  relax_quotes: true,
  skip_empty_lines: true,
} as const satisfies Options;

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
 * The records of a text with Unix line endings, without empty lines. Yields batches, which is faster than single records.
 * @throws Unreadable `invalid_csv`, after all records before the invalid one
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<readonly CsvRecord[]> {
  // Collected in the callback, because the stream drops buffered records when a later one is invalid.
  let read: CsvRecord[] = [];
  let endLine = 0;
  const parser = parse({
    ...csvOptions,
    delimiter: separator,
    max_record_size: maxRecordBytes,
    on_record: (cells: string[], { lines }) => {
      const breaks = cells.reduce((count, cell) => count + breaksIn(cell), 0);
      read.push({ cells: cells.map(toNfc), line: lines - breaks });
      endLine = lines;
      return null;
    },
  });
  // The callbacks of write and end receive the error.
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
