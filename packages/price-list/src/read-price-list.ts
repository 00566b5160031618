import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type CsvOptions, readCsv } from './csv/read-csv.ts';
import { type ArticleJoin, joinArticles } from './datanorm/article-join.ts';
import { readDatanorm } from './datanorm/read-datanorm.ts';
import { type Budget, newBudget } from './files/budget.ts';
import { decode, type Encoding } from './files/encoding.ts';
import { bounded, gunzip, isGzip } from './files/inflate.ts';
import { withUnixLines } from './files/lines.ts';
import { type Peeked, peek } from './files/peek.ts';
import { Unreadable } from './files/unreadable.ts';
import { detectFormat, type Format } from './format.ts';
import type { PriceListItem, UnreadableFile } from './row.ts';

export interface PriceListFile {
  /** Reported with every row. Used to detect the format. */
  name?: string;
  /** Plain or compressed with gzip. */
  content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Detected if absent. A byte order mark takes precedence. */
  encoding?: Encoding;
}

export interface PriceListOptions {
  /** Detected for each file if absent. */
  format?: Format;
  csv?: CsvOptions;
  /** Limit for all files together, after decompression. Default: 20 MiB. */
  maxBytes?: number;
  /** Limit on the CSV records and DATANORM lines of all files together. Default: 200,000. */
  maxRecords?: number;
}

interface Shared {
  bytes: Budget;
  records: Budget;
  join: ArticleJoin;
  /** DATANORM files that were read completely. */
  joined: FileAt[];
}

interface FileAt extends PriceListFile {
  /** Index among the files, counted from 0. */
  index: number;
}

const defaultMaxBytes = 20 * 1024 * 1024;
const defaultMaxRecords = 200_000;
/** Number of bytes used to detect the format. */
const startBytes = 4_096;

/** Chunk size: limits the number of buffered rows and the time for which the event loop is blocked. */
const chunkBytes = 8_192;

async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      yield chunk.subarray(at, at + chunkBytes);
      // In-memory content would otherwise block the event loop.
      await yieldToEventLoop();
    }
  }
}

async function* chunksOf(content: PriceListFile['content']): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}

function opened(chunks: AsyncIterable<Uint8Array>): Promise<Peeked<Uint8Array>> {
  return peek(chunks, startBytes, (parts) => Buffer.concat(parts));
}

/** Among text encodings, only UTF-16 contains NUL bytes. */
function isText(start: Uint8Array): boolean {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  return isUtf16 || !start.includes(0);
}

async function* readOpened(
  { start, whole }: Peeked<Uint8Array>,
  file: FileAt,
  options: PriceListOptions,
  { records, join, joined }: Shared,
): AsyncGenerator<PriceListItem> {
  const name = file.name ?? null;
  if (start.length === 0) throw new Unreadable('empty_file');
  if (!isText(start)) throw new Unreadable('not_text');
  const format =
    options.format ?? detectFormat(name, Buffer.from(start).toString('latin1').replace(/^ï»¿/, ''));
  const text = withUnixLines(decode(whole, file.encoding, format === 'CSV' ? 'cp1252' : 'cp850'));
  if (format === 'CSV') yield* readCsv(text, name, options.csv ?? {}, records);
  else {
    await readDatanorm(text, name, join, records);
    joined.push(file);
  }
}

function unreadable({ name, index }: FileAt, { line, reason }: Unreadable): UnreadableFile {
  return { kind: 'unreadable', file: name ?? null, index, line, reason };
}

async function* readFile(
  file: FileAt,
  options: PriceListOptions,
  shared: Shared,
): AsyncGenerator<PriceListItem> {
  const open: Peeked<Uint8Array>[] = [];
  try {
    const packed = await opened(chunksOf(file.content));
    open.push(packed);
    const bytes = isGzip(packed.start) ? gunzip(packed.whole) : packed.whole;
    const unpacked = await opened(piecesOf(bounded(bytes, shared.bytes)));
    open.push(unpacked);
    yield* readOpened(unpacked, file, options, shared);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield unreadable(file, error);
  } finally {
    for (const { close } of open.reverse()) await close();
  }
}

/**
 * Reads a price list. CSV rows are yielded while their file is being read. DATANORM files are joined across files, so their
 * rows follow after all files. The caller may stop at any time. Throws only what reading `content` throws.
 */
export async function* readPriceList(
  files: Iterable<PriceListFile>,
  options: PriceListOptions = {},
): AsyncGenerator<PriceListItem> {
  const shared: Shared = {
    bytes: newBudget(options.maxBytes ?? defaultMaxBytes),
    records: newBudget(options.maxRecords ?? defaultMaxRecords),
    join: joinArticles(),
    joined: [],
  };
  let index = 0;
  for (const file of files) {
    yield* readFile({ ...file, index }, options, shared);
    index += 1;
  }
  yield* shared.join.items();
  // The file contains only discounts or texts.
  if (shared.join.size() === 0)
    for (const file of shared.joined) yield unreadable(file, new Unreadable('no_records'));
}
