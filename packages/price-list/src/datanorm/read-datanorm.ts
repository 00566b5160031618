import { readLines } from '../lines.ts';
import { problem } from '../problem.ts';
import type { PriceListItem } from '../row.ts';
import { Unreadable } from '../unreadable.ts';
import type { ArticleJoin } from './article-join.ts';
import { readHeader, type Version } from './header.ts';
import { readRecord } from './record.ts';

/** Lines of suppliers are below 1,000 characters. */
const MAX_LINE_LENGTH = 8_192;

/** Of DATANORM 4 a date or blanks follow the second character. */
const HEADER = /^V(?:;|.[\d ]{6})/;

interface Omitted {
  line: number;
  count: number;
}

/**
 * Reads a file into the join. A file without a V record is taken for DATANORM 4.
 * @throws Unreadable `unsupported_version`, `unsupported_currency`, `no_records`
 */
export async function* readDatanorm(
  text: AsyncIterable<string>,
  file: string | null,
  join: ArticleJoin,
): AsyncGenerator<PriceListItem> {
  let version: Version = 4;
  let hasRecords = false;
  const omitted = new Map<string, Omitted>();
  for await (const { number: line, text: written } of readLines(text, MAX_LINE_LENGTH)) {
    const place = { file, line };
    if (written === null) {
      const error = problem('line_too_long', null, { limit: MAX_LINE_LENGTH });
      join.hold({ kind: 'failed', ...place, errors: [error] });
      continue;
    }
    // DOS ends a text with the character 1A.
    const content = written.replaceAll('\u001A', '').trim();
    if (content === '') continue;
    if (HEADER.test(content)) {
      version = readHeader(content);
      hasRecords = true;
      continue;
    }
    const record = readRecord(content, version);
    if (record.kind === 'ignored' || record.kind === 'unknown') {
      const kind = record.kind === 'ignored' ? record.letter : 'unknown';
      const before = omitted.get(kind);
      omitted.set(kind, before ? { ...before, count: before.count + 1 } : { line, count: 1 });
    }
    if (record.kind !== 'unknown') hasRecords = true;
    join.add(record, place);
    yield* join.released();
  }
  if (!hasRecords) throw new Unreadable('no_records');
  for (const [kind, { line, count }] of omitted) {
    const reason = problem('record_ignored', null, { kind, count });
    join.hold({ kind: 'skipped', file, line, count, reason });
  }
}
