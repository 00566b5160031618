import { parse } from 'csv-parse/sync';
import { Unreadable } from '../unreadable.ts';
import { type Columns, mappedColumns, recognisedColumns } from './columns.ts';
import { csvOptions } from './records.ts';
import { type Separator, separators } from './separator.ts';

/** How a file is written: separator, and where its header stands among the records. */
export interface Dialect {
  separator: Separator;
  /** Records before and with the header. */
  headerRecords: number;
  header: readonly string[];
  columns: Columns;
}

/** Titles and addresses may stand above the header. */
const headerSearchRecords = 20;

/** The first records; those before a mistake when there is one. */
function firstRecords(start: string, separator: Separator): string[][] {
  const records: string[][] = [];
  try {
    parse(start, {
      ...csvOptions,
      delimiter: separator,
      to: headerSearchRecords,
      on_record: (record: string[]) => {
        records.push(record);
        return null;
      },
    });
  } catch {
    // What is wrong with the file is reported when it is read; here its beginning is enough.
  }
  return records;
}

interface Candidate extends Dialect {
  known: number;
}

function candidates(
  records: readonly string[][],
  separator: Separator,
  mapping: Readonly<Record<string, string>> | undefined,
): { found: Candidate | undefined; missing: readonly string[] } {
  let found: Candidate | undefined;
  let fewest: readonly string[] = mapping ? Object.values(mapping) : [];
  for (const [index, header] of records.entries()) {
    const mapped = mapping && mappedColumns(header, mapping);
    if (mapped && mapped.missing.length < fewest.length) fewest = mapped.missing;
    const columns = mapped
      ? mapped.missing.length === 0
        ? mapped.columns
        : undefined
      : recognisedColumns(header);
    const known = columns?.places.size ?? 0;
    if (columns && known > (found?.known ?? 0)) {
      found = { separator, headerRecords: index + 1, header, columns, known };
    }
  }
  return { found, missing: fewest };
}

/**
 * Finds the header, and the separator unless it is given: those which show most fields.
 * @throws Unreadable `no_header`, or `unknown_column` for a mapping to a column that no header has
 */
export function detectDialect(
  start: string,
  given: Separator | undefined,
  mapping: Readonly<Record<string, string>> | undefined,
): Dialect {
  let best: Candidate | undefined;
  let missing: readonly string[] | undefined;
  for (const separator of given ? [given] : separators) {
    const result = candidates(firstRecords(start, separator), separator, mapping);
    if (result.found && result.found.known > (best?.known ?? 0)) best = result.found;
    if (missing === undefined || result.missing.length < missing.length) missing = result.missing;
  }
  if (best) return best;
  const [first] = missing ?? [];
  throw first === undefined
    ? new Unreadable('no_header')
    : new Unreadable('unknown_column', { value: first });
}
