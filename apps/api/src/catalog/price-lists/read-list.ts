import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PriceListImport } from '@pv-planning/contract';
import {
  type PriceListFile,
  type PriceListItem,
  type PriceListRow,
  type ReadColumns,
  readPriceList,
  readRows,
  type Separator,
  type UnreadableFile,
} from '@pv-planning/price-list';
import { type ApiError, type ErrorDetail, invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../../kernel/contract/api-errors.ts';
import { fieldTypes } from '../../kernel/contract/contract-document.ts';
import { kindOf, materialTypes } from '../materials/material-kinds.ts';
import { yieldingToEventLoop } from './yield-to-event-loop.ts';

/** An import is one transaction, so its size limits how long it holds locks, memory and a connection. */
const maxRows = 10_000;

/** A row with the fields that depend on the type of product. */
export interface ListedRow extends PriceListRow {
  data: Readonly<Record<string, unknown>>;
  /** Whether the values of `data` are texts of cells, which must be converted to the types of the fields. */
  isText: boolean;
}

export type ListItem = ListedRow | Exclude<PriceListItem, PriceListRow | ReadColumns | UnreadableFile>;

export interface PriceList {
  /** Rows and other items, in the order of the list. */
  items: ListItem[];
  unreadable: UnreadableFile[];
  /** The columns of the CSV files, in the order of the files. */
  csv: ReadColumns[];
}

function tooManyRows({ rows }: PriceListImport): ApiError {
  const maximum = maxRows.toLocaleString('en');
  const message = `must have at most ${maximum} rows`;
  const path = rows ? '/rows' : '/files';
  return badRequest('too_many_rows', {
    values: { maximum },
    details: [{ in: 'body', path, code: 'too_many_rows', message }],
  });
}

function reject(path: string, code: string, message: string): never {
  throw invalidRequest({ in: 'body', path, code, message });
}

/** Characters of base64 that are checked without a break, in about a millisecond. */
const checkedAtOnce = 256 * 1024;

async function bytesOf(content: string, path: string): Promise<Uint8Array> {
  for (let start = 0; start < content.length; start += checkedAtOnce) {
    if (start > 0) await yieldToEventLoop();
    if (/[^A-Za-z0-9+/=\s]/.test(content.slice(start, start + checkedAtOnce)))
      reject(path, 'format', 'must be written in base64');
  }
  return Buffer.from(content, 'base64');
}

/** Returns the separator as a character. `TAB` is its name in requests, because generators of clients cannot write a tab. */
const characterOf = (separator: string) => (separator === 'TAB' ? '\t' : separator) as Separator;

/** Requires that the CSV columns are mapped to fields of rows or of products. @throws 400 `invalid_request` */
function requireKnownFields(columns: Readonly<Record<string, string>>): void {
  const { data: _, ...rowFields } = Object.fromEntries(fieldTypes('PriceListRow'));
  const ofKinds = materialTypes.flatMap((type) => fieldTypes(kindOf(type).schemas.data));
  const known = { ...rowFields, ...Object.fromEntries(ofKinds) };
  const unknown = Object.keys(columns).find((field) => !Object.hasOwn(known, field));
  if (unknown === undefined) return;
  const pointer = unknown.replaceAll('~', '~0').replaceAll('/', '~1');
  const message = 'must be a field of a row or of a product type';
  reject(`/csv/columns/${pointer}`, 'additionalProperties', message);
}

async function* itemsOf({ files, rows, csv }: PriceListImport): AsyncGenerator<PriceListItem> {
  if (rows) {
    yield* readRows(rows);
    return;
  }
  const named: PriceListFile[] = [];
  for (const [index, { name, content, encoding }] of (files ?? []).entries()) {
    const bytes = await bytesOf(content, `/files/${index}/content`);
    named.push({ name, content: bytes, ...(encoding && { encoding }) });
  }
  const { separator, ...others } = csv ?? {};
  const options = { ...others, ...(separator !== undefined && { separator: characterOf(separator) }) };
  yield* readPriceList(named, { csv: options });
}

function unreadableFiles({ unreadable }: PriceList): ApiError {
  const details = unreadable.map(
    ({ index, reason: { code, message } }): ErrorDetail => ({
      in: 'body',
      path: `/files/${index}/content`,
      code,
      message,
    }),
  );
  return badRequest('unreadable_price_list', { details });
}

/**
 * Reads a price list.
 *
 * @throws 400 `invalid_request` unless the body has either `files` or `rows`, and for columns mapped to unknown fields,
 *   `too_many_rows`, `unreadable_price_list` if no file can be read
 */
export async function readList(body: PriceListImport, signal: AbortSignal): Promise<PriceList> {
  if (body.files === undefined && body.rows === undefined) reject('', 'required', 'must have files or rows');
  if (body.files !== undefined && body.rows !== undefined) {
    reject('/rows', 'additionalProperties', 'must not be sent together with files');
  }
  if (body.csv?.columns) requireKnownFields(body.csv.columns);
  if ((body.rows?.length ?? 0) > maxRows) throw tooManyRows(body);
  const list: PriceList = { items: [], unreadable: [], csv: [] };
  let rows = 0;
  for await (const item of yieldingToEventLoop(itemsOf(body), signal)) {
    if (item.kind === 'unreadable') list.unreadable.push(item);
    else if (item.kind === 'columns') list.csv.push(item);
    else if (item.kind !== 'row') list.items.push(item);
    else {
      const data = body.rows ? body.rows[item.line - 1]?.data : item.others;
      list.items.push({ ...item, data: data ?? {}, isText: body.rows === undefined });
    }
    if (item.kind === 'row' || item.kind === 'failed') rows += 1;
    if (rows > maxRows) throw tooManyRows(body);
  }
  if (rows === 0 && list.unreadable.length > 0) throw unreadableFiles(list);
  return list;
}
