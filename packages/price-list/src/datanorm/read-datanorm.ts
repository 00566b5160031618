import { type Budget, spend } from '../budget.ts';
import { readLines } from '../lines.ts';
import { type Problem, problem } from '../problem.ts';
import type { PriceListItem } from '../row.ts';
import { Unreadable } from '../unreadable.ts';
import type { ArticleJoin } from './article-join.ts';
import { isHeader, readHeader, type Version } from './header.ts';
import { type DatanormRecord, readRecord } from './record.ts';

/** Lines of suppliers are below 1,000 characters. */
const maxLineLength = 8_192;

/** Records that are left out, kind by kind, each with its first line. */
type Omissions = Map<string, { line: number; count: number }>;

function omit(omissions: Omissions, kind: string, line: number): void {
  const known = omissions.get(kind);
  if (known) known.count += 1;
  else omissions.set(kind, { line, count: 1 });
}

const unverifiedPrice = 'unverifiedPrice';

/** What a record that is not read counts as. */
function omittedKind(record: DatanormRecord): string | undefined {
  if (record.kind === 'ignored') return record.letter;
  return record.kind === 'unknown' || record.kind === unverifiedPrice ? record.kind : undefined;
}

function reasonOf(kind: string, count: number): Problem {
  return kind === unverifiedPrice
    ? problem('unverified_price_record', null, { count })
    : problem('record_ignored', null, { kind, count });
}

/**
 * Reads a file into the join. A file without a V record is taken for DATANORM 4.
 * @throws Unreadable `unsupported_version`, `unsupported_currency`, `no_records`, `too_many_records`
 */
export async function* readDatanorm(
  text: AsyncIterable<string>,
  file: string | null,
  join: ArticleJoin,
  budget: Budget,
): AsyncGenerator<PriceListItem> {
  let version: Version = 4;
  let hasRecords = false;
  const omissions: Omissions = new Map();
  try {
    for await (const { number: line, text: written } of readLines(text, maxLineLength)) {
      spend(budget, 1, 'too_many_records', line);
      const place = { file, line };
      if (written === null) {
        const error = problem('line_too_long', null, { limit: maxLineLength });
        join.hold({ kind: 'failed', ...place, errors: [error] });
        continue;
      }
      // DOS ends a text with the character 1A.
      const content = written.replaceAll('\u001A', '').trim();
      if (content === '') continue;
      if (isHeader(content)) {
        version = readHeader(content);
        continue;
      }
      const record = readRecord(content, version);
      if (record.kind !== 'unknown') hasRecords = true;
      const omitted = omittedKind(record);
      if (omitted !== undefined) omit(omissions, omitted, line);
      else join.add(record, place);
      yield* join.released();
    }
    if (!hasRecords) throw new Unreadable('no_records');
  } finally {
    if (hasRecords) {
      for (const [kind, { line, count }] of omissions)
        join.hold({ kind: 'skipped', file, line, count, reason: reasonOf(kind, count) });
    }
  }
}
