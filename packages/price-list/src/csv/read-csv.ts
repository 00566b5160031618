import { type DecimalMark, decimalMarkOf } from '../decimal.ts';
import { type Budget, spend } from '../files/budget.ts';
import { peek } from '../files/peek.ts';
import { Unreadable } from '../files/unreadable.ts';
import { problem } from '../problem.ts';
import type { PriceListFailure, PriceListOmission, PriceListRow, ReadColumns } from '../row.ts';
import { decimalCells, isArticle, rowOfCells } from './cells.ts';
import { type Columns, readColumns } from './columns.ts';
import { type Dialect, detectDialect, firstRecords } from './dialect.ts';
import { type CsvRecord, readRecords, type Separator } from './records.ts';
import { unclearColumns } from './unclear-columns.ts';

export interface CsvOptions {
  /** Detected if absent. */
  separator?: Separator;
  /** Detected if absent. */
  decimalMark?: DecimalMark;
  /**
   * Column names by field. Only these columns are read. Values of fields that `PriceListRow` does not define are returned in
   * `others`.
   */
  columns?: Readonly<Record<string, string>>;
}

type Row = PriceListRow | PriceListFailure | PriceListOmission;

/** Number of characters used to detect separator, header and decimal mark. */
const sampleLength = 65_536;

/** The line in which Excel states the separator. */
const excelHint = /^sep=([;,\t|])\n/;
const hintLength = 6;

/**
 * The records below the header.
 * @throws Unreadable `invalid_csv`, `too_many_records`
 */
async function* dataRecords(
  text: AsyncIterable<string>,
  separator: Separator,
  headerRecords: number,
  budget: Budget,
): AsyncGenerator<readonly CsvRecord[]> {
  let passed = 0;
  for await (const records of readRecords(text, separator)) {
    const within = records.slice(0, budget.left);
    const below = within.slice(headerRecords - passed);
    passed += within.length - below.length;
    yield below;
    spend(budget, records.length, 'too_many_records', records[within.length]?.line);
  }
}

/** Detects the decimal mark from the numbers in the sample. */
function detectDecimalMark(
  sample: string,
  { separator, headerRecords, columns }: Dialect,
): DecimalMark | undefined {
  const records = firstRecords(sample, separator).slice(headerRecords);
  // The last record may be incomplete.
  if (sample.length >= sampleLength) records.pop();
  return decimalMarkOf(records.flatMap((cells) => decimalCells(columns, cells)));
}

async function* rowsOf(
  batches: AsyncIterable<readonly CsvRecord[]>,
  columns: Columns,
  mark: DecimalMark | undefined,
  file: string | null,
): AsyncGenerator<Row> {
  let skipped: { line: number; count: number } | undefined;
  let failure: { error: unknown } | undefined;
  try {
    for await (const records of batches) {
      for (const { cells, line } of records) {
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (isArticle(columns, cells)) yield rowOfCells(columns, cells, mark, { file, line });
        else skipped = { line, ...skipped, count: (skipped?.count ?? 0) + 1 };
      }
    }
  } catch (error) {
    failure = { error };
  }
  if (skipped) {
    const reason = problem('row_without_article', null, { count: skipped.count });
    yield { kind: 'skipped', file, ...skipped, reason };
  }
  if (failure) throw failure.error;
}

/**
 * Yields the columns of a CSV text, then its rows.
 * @throws Unreadable `no_header`, `unknown_column`, `unclear_column`, `invalid_csv`, `too_many_records`
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  file: string | null,
  { separator, decimalMark, columns }: CsvOptions,
  budget: Budget,
): AsyncGenerator<ReadColumns | Row> {
  const { start, whole, close } = await peek(text, hintLength + sampleLength, (chunks) => chunks.join(''));
  try {
    const hint = excelHint.exec(start);
    const sample = start.slice(hint ? hintLength : 0).slice(0, sampleLength);
    const dialect = detectDialect(sample, separator ?? (hint?.[1] as Separator | undefined), columns);
    yield { kind: 'columns', file, columns: readColumns(dialect.columns) };
    const [unclear] = columns ? [] : unclearColumns(dialect.columns);
    if (unclear !== undefined) throw new Unreadable('unclear_column', { value: unclear });
    const mark = decimalMark ?? detectDecimalMark(sample, dialect);
    const headerRecords = dialect.headerRecords + (hint ? 1 : 0);
    yield* rowsOf(dataRecords(whole, dialect.separator, headerRecords, budget), dialect.columns, mark, file);
  } finally {
    await close();
  }
}
