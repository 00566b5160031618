import { parse } from 'csv-parse/sync';
import { toNfc } from '../nfc.ts';
import { Unreadable } from '../unreadable.ts';
import { type Columns, columnsText, isComplete, mappedColumns, recognisedColumns } from './columns.ts';
import { csvOptions, type Separator, separators } from './records.ts';

/** How a file is written. */
export interface Dialect {
  separator: Separator;
  /** The records up to the header, including it. */
  headerRecords: number;
  columns: Columns;
}

/** Titles and addresses may stand above the header. */
const headerSearchRecords = 20;

/** The first records, up to one that is invalid. */
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
    // Reported when the file is read.
  }
  return records;
}

/** A record read as the header; with a mapping also the columns that it lacks. */
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

/** The candidate with most fields; of equal ones the first. */
function best(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (one, other) => (one && one.columns.indexes.size >= other.columns.indexes.size ? one : other),
    undefined,
  );
}

/**
 * Finds the header, and the separator unless it is given, by the number of fields.
 * @throws Unreadable `no_header`, or `unknown_column` for a mapping to a column that no header has
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
  const columns = closest ? columnsText(closest.columns) : 'no line of text';
  throw new Unreadable('no_header', { columns });
}
