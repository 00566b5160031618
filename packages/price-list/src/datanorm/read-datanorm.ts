import { type Budget, spend } from '../files/budget.ts';
import { readLines } from '../files/lines.ts';
import { toNfc } from '../files/nfc.ts';
import { Unreadable } from '../files/unreadable.ts';
import { problem } from '../problem.ts';
import type { ArticleJoin } from './article-join.ts';
import { isHeader, readHeader, type Version } from './header.ts';
import { type DatanormRecord, readRecord } from './record.ts';

/** Lines of real files have fewer than 1,000 characters. */
const maxLineLength = 8_192;

/** Joining keeps all articles in memory. */
const maxArticles = 20_000;

/** Skipped records by type, with the line of the first one. */
type Omissions = Map<string, { line: number; count: number }>;

function omit(omissions: Omissions, record: DatanormRecord, line: number): void {
  if (record.kind !== 'ignored' && record.kind !== 'unknown') return;
  const kind = record.kind === 'ignored' ? record.letter : record.kind;
  const omission = omissions.get(kind);
  if (omission) omission.count += 1;
  else omissions.set(kind, { line, count: 1 });
}

/**
 * Reads a file into the join. A file without a V record is read as DATANORM 4.
 * @throws Unreadable `unsupported_version`, `unsupported_currency`, `no_records`, `too_many_records`, `too_many_articles`
 */
export async function readDatanorm(
  text: AsyncIterable<string>,
  file: string | null,
  join: ArticleJoin,
  budget: Budget,
): Promise<void> {
  let version: Version = 4;
  let hasRecords = false;
  const omissions: Omissions = new Map();
  try {
    for await (const { number: line, text: written } of readLines(text, maxLineLength)) {
      spend(budget, 1, 'too_many_records', line);
      const source = { file, line };
      if (written === null) {
        const error = problem('line_too_long', null, { limit: maxLineLength });
        join.hold({ kind: 'failed', ...source, errors: [error] });
        continue;
      }
      // DOS ends text files with 1A (Ctrl-Z).
      const content = toNfc(written).replaceAll('\u001A', '').trim();
      if (content === '') continue;
      if (isHeader(content)) {
        version = readHeader(content);
        continue;
      }
      const record = readRecord(content, version);
      if (record.kind !== 'unknown') hasRecords = true;
      omit(omissions, record, line);
      join.add(record, source);
      if (join.size() > maxArticles) throw new Unreadable('too_many_articles', { limit: maxArticles }, line);
    }
    if (!hasRecords) throw new Unreadable('no_records');
  } finally {
    if (hasRecords) {
      for (const [kind, { line, count }] of omissions)
        join.hold({
          kind: 'skipped',
          file,
          line,
          count,
          reason: problem('record_ignored', null, { kind, count }),
        });
    }
  }
}
