import { type Budget, spend } from '../budget.ts';
import { type DecimalMark, decimalMarkOf } from '../decimal.ts';
import { peek } from '../peek.ts';
import type { PriceListFailure, PriceListRow, ReadColumns } from '../row.ts';
import { Unreadable } from '../unreadable.ts';
import { decimalCells, rowOfCells } from './cells.ts';
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
  /** Column names by field; when given, no other columns are read. Fields we do not know go to `others`. */
  columns?: Readonly<Record<string, string>>;
}

type Row = PriceListRow | PriceListFailure;

/** As much text as separator and header are looked for in. */
const headerSearchLength = 65_536;
/** Rows in which the decimal mark is looked for. */
const sampleRows = 500;

/** Excel tells the separator in a line of its own. */
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

  const asRow = ({ cells, line }: CsvRecord) => rowOfCells(columns, cells, mark, { file, line });

  function* sampled(): Generator<Row> {
    const waiting = sample ?? [];
    sample = null;
    mark ??= decimalMarkOf(waiting.flatMap(({ cells }) => decimalCells(columns, cells)));
    for (const record of waiting) {
      const row = asRow(record);
      if (row) yield row;
    }
  }

  let failure: { error: unknown } | null = null;
  try {
    for await (const records of batches) {
      for (const record of records) {
        if (sample === null) {
          const row = asRow(record);
          if (row) yield row;
        } else if (sample.push(record) === sampleRows) yield* sampled();
      }
    }
  } catch (error) {
    failure = { error };
  }
  yield* sampled();
  if (failure) throw failure.error;
}

/**
 * How the columns of a CSV text are read, then its rows, one by one.
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
    yield { kind: 'columns', file, columns: readColumns(dialect.header, dialect.columns) };
    const [unclear] = columns ? [] : unclearColumns(dialect.header, dialect.columns);
    if (unclear !== undefined) throw new Unreadable('unclear_column', { value: unclear });
    yield* rowsOf(dataRecords(whole, dialect, budget), dialect, decimalMark, file);
  } finally {
    await close();
  }
}
