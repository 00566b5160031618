import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type DecimalMark, decimalMarkOf } from '../decimal.ts';
import { peek } from '../peek.ts';
import type { PriceListFailure, PriceListRow } from '../row.ts';
import { Unreadable } from '../unreadable.ts';
import { decimalCells, rowOfCells } from './cells.ts';
import { csvOptions, detectDialect, type Separator } from './dialect.ts';

export interface CsvOptions {
  /** Detected when absent. */
  separator?: Separator;
  /** Detected when absent. */
  decimalMark?: DecimalMark;
  /** Column names by field; when given, no other columns are read. Fields we do not know go to `others`. */
  columns?: Readonly<Record<string, string>>;
}

interface CsvRecord {
  record: string[];
  info: Info;
}

/** Of the text in which separator and header are looked for, and of one record. */
const HEADER_SEARCH_LENGTH = 65_536;
const MAX_RECORD_BYTES = 65_536;
/** Rows in which the decimal mark is looked for. */
const SAMPLE_ROWS = 500;

/** Excel tells the separator in a line of its own. */
const excelHint = /^sep=([;,\t|])\r?\n/;

async function* records(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<CsvRecord> {
  const parser = parse({
    ...csvOptions,
    delimiter: separator,
    info: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  try {
    for await (const found of parser as AsyncIterable<CsvRecord>) {
      line = found.info.lines + 1;
      yield found;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable('invalid_csv', {}, line);
    throw error;
  } finally {
    source.destroy();
  }
}

/** The line in which a record begins: the parser tells the one in which it ends. */
function firstLine({ record, info }: CsvRecord): number {
  return info.lines - record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/**
 * Rows of a CSV text, one by one.
 * @throws Unreadable `no_header`, `unknown_column`, `invalid_csv`
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  file: string | null,
  options: CsvOptions,
): AsyncGenerator<PriceListRow | PriceListFailure> {
  const { start, whole, close } = await peek(text, HEADER_SEARCH_LENGTH, (chunks) => chunks.join(''));
  try {
    yield* readFrom(start, whole, file, options);
  } finally {
    await close();
  }
}

async function* readFrom(
  start: string,
  whole: AsyncIterable<string>,
  file: string | null,
  options: CsvOptions,
): AsyncGenerator<PriceListRow | PriceListFailure> {
  const hint = excelHint.exec(start);
  const given = options.separator ?? (hint?.[1] as Separator | undefined);
  const { separator, headerRecords, columns } = detectDialect(
    hint ? start.slice(hint[0].length) : start,
    given,
    options.columns,
  );
  const skipped = headerRecords + (hint ? 1 : 0);

  let mark = options.decimalMark;
  let waiting: CsvRecord[] | null = [];
  const rowOf = (found: CsvRecord) =>
    rowOfCells(columns, found.record, mark, { file, line: firstLine(found) });
  const sampled = (sample: readonly CsvRecord[]) => {
    mark ??= decimalMarkOf(sample.flatMap(({ record }) => decimalCells(columns, record)));
    waiting = null;
    return sample.map(rowOf).filter((row) => row !== undefined);
  };

  for await (const found of records(whole, separator)) {
    if (found.info.records <= skipped) continue;
    if (waiting === null) {
      const row = rowOf(found);
      if (row) yield row;
    } else {
      waiting.push(found);
      if (waiting.length === SAMPLE_ROWS) yield* sampled(waiting);
    }
  }
  if (waiting !== null) yield* sampled(waiting);
}
