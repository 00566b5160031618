import { parse } from 'csv-parse/sync';
import { toNfc } from '../files/nfc.ts';
import { Unreadable } from '../files/unreadable.ts';
import { type Columns, columnsText, isComplete, mappedColumns, recognisedColumns } from './columns.ts';
import { csvOptions, type Separator, separators } from './records.ts';

/** How a CSV file is formatted. */
export interface Dialect {
  separator: Separator;
  /** Number of records up to and including the header. */
  headerRecords: number;
  columns: Columns;
}

/** Titles and addresses may precede the header. */
const headerSearchRecords = 20;

/** The first records, up to the first invalid one. */
export function firstRecords(start: string, separator: Separator, count?: number): string[][] {
  const records: string[][] = [];
  try {
    parse(start, {
      ...csvOptions,
      delimiter: separator,
      ...(count !== undefined && { to: count }),
      on_record: (record: string[]) => {
        records.push(record.map(toNfc));
        return null;
      },
    });
  } catch {
    // Invalid records are reported when the file is read.
  }
  return records;
}

/** A record interpreted as the header and, with a mapping, the columns that it lacks. */
interface Candidate extends Dialect {
  missing: readonly string[];
}

function candidates(
  start: string,
  separator: Separator,
  mapping: Readonly<Record<string, string>> | undefined,
): Candidate[] {
  return firstRecords(start, separator, headerSearchRecords).map((header, index) => {
    const { columns, missing } = mapping
      ? mappedColumns(header, mapping)
      : { columns: recognisedColumns(header), missing: [] };
    return { separator, headerRecords: index + 1, columns, missing };
  });
}

/** The candidate with the most fields; the first one in case of a tie. */
function best(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (one, other) => (one && one.columns.indexes.size >= other.columns.indexes.size ? one : other),
    undefined,
  );
}

/**
 * Finds the header and, unless it is given, the separator by the number of recognised fields.
 * @throws Unreadable `no_header`, or `unknown_column` if no header has a mapped column
 */
export function detectDialect(
  start: string,
  given: Separator | undefined,
  mapping: Readonly<Record<string, string>> | undefined,
): Dialect {
  const all = (given ? [given] : separators).flatMap((separator) => candidates(start, separator, mapping));
  const found = best(
    all.filter(
      ({ columns, missing }) =>
        missing.length === 0 && (mapping ? columns.indexes.size > 0 : isComplete(columns)),
    ),
  );
  if (found) return found;
  const closest = best(all);
  const [missing] = closest?.missing ?? Object.values(mapping ?? {});
  if (missing !== undefined) throw new Unreadable('unknown_column', { value: missing });
  const columns = closest ? columnsText(closest.columns) : 'no text';
  throw new Unreadable('no_header', { columns });
}
