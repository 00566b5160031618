import { type Budget, spend } from '../budget.ts';
import { type DecimalMark, decimalMarkOf } from '../decimal.ts';
import { peek } from '../peek.ts';
import { problem } from '../problem.ts';
import type { PriceListFailure, PriceListOmission, PriceListRow, ReadColumns } from '../row.ts';
import { Unreadable } from '../unreadable.ts';
import { decimalCells, isArticle, rowOfCells } from './cells.ts';
import { readColumns } from './columns.ts';
import { type Dialect, detectDialect } from './dialect.ts';
import { type CsvRecord, readRecords, withUnixLines } from './records.ts';
import type { Separator } from './separator.ts';
import { unclearColumns } from './unclear-columns.ts';

export interface CsvOptions {
  /** Detected when absent. */
  separator?: Separator;
  /** Detected when absent. */
  decimalMark?: DecimalMark;
  /** Column names by field. Only these columns are read; fields that a row does not have go to `others`. */
  columns?: Readonly<Record<string, string>>;
}

type Row = PriceListRow | PriceListFailure | PriceListOmission;

/** The length of text in which separator and header are searched. */
const headerSearchLength = 65_536;
/** The number of rows in which the decimal mark is searched. */
const sampleRows = 500;

/** The line in which Excel states the separator. */
const excelHint = /^sep=([;,\t|])\n/;

/**
 * The records below the header.
 * @throws Unreadable `invalid_csv`, `too_many_records`
 */
async function* dataRecords(
  text: AsyncIterable<string>,
  dialect: Dialect,
  budget: Budget,
): AsyncGenerator<readonly CsvRecord[]> {
  let passed = 0;
  for await (const records of readRecords(text, dialect.separator)) {
    const within = records.slice(0, budget.left);
    const below = within.slice(dialect.headerRecords - passed);
    passed += within.length - below.length;
    yield below;
    spend(budget, records.length, 'too_many_records', records[within.length]?.line);
  }
}

async function* rowsOf(
  batches: AsyncIterable<readonly CsvRecord[]>,
  { columns }: Dialect,
  given: DecimalMark | undefined,
  file: string | null,
): AsyncGenerator<Row> {
  let mark = given;
  let sample: CsvRecord[] | null = [];
  let skipped: { line: number; count: number } | undefined;

  function* rowOf({ cells, line }: CsvRecord): Generator<Row> {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (isArticle(columns, cells)) yield rowOfCells(columns, cells, mark, { file, line });
    else skipped = { line, ...skipped, count: (skipped?.count ?? 0) + 1 };
  }

  function* sampled(): Generator<Row> {
    const waiting = sample ?? [];
    sample = null;
    mark ??= decimalMarkOf(waiting.flatMap(({ cells }) => decimalCells(columns, cells)));
    for (const record of waiting) yield* rowOf(record);
  }

  let failure: { error: unknown } | null = null;
  try {
    for await (const records of batches) {
      for (const record of records) {
        if (sample === null) yield* rowOf(record);
        else if (sample.push(record) === sampleRows) yield* sampled();
      }
    }
  } catch (error) {
    failure = { error };
  }
  yield* sampled();
  if (skipped) {
    const reason = problem('row_without_article', null, { count: skipped.count });
    yield { kind: 'skipped', file, ...skipped, reason };
  }
  if (failure) throw failure.error;
}

/**
 * The columns of a CSV text, then its rows.
 * @throws Unreadable `no_header`, `unknown_column`, `unclear_column`, `invalid_csv`, `too_many_records`
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  file: string | null,
  { separator, decimalMark, columns }: CsvOptions,
  budget: Budget,
): AsyncGenerator<ReadColumns | Row> {
  const { start, whole, close } = await peek(withUnixLines(text), headerSearchLength, (chunks) =>
    chunks.join(''),
  );
  try {
    const hint = excelHint.exec(start);
    const dialect = detectDialect(
      start.slice(hint?.[0].length ?? 0),
      separator ?? (hint?.[1] as Separator | undefined),
      columns,
    );
    if (hint) dialect.headerRecords += 1;
    yield { kind: 'columns', file, columns: readColumns(dialect.columns) };
    const [unclear] = columns ? [] : unclearColumns(dialect.columns);
    if (unclear !== undefined) throw new Unreadable('unclear_column', { value: unclear });
    yield* rowsOf(dataRecords(whole, dialect, budget), dialect, decimalMark, file);
  } finally {
    await close();
  }
}
