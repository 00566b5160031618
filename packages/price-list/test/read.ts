import {
  type PriceListFile,
  type PriceListItem,
  type PriceListOptions,
  type PriceListRow,
  type ReadColumns,
  readPriceList,
} from '../src/index.ts';

export type Finding = Exclude<PriceListItem, ReadColumns>;

/** Reads all items of a price list given as texts or bytes. */
export async function readAll(
  files: string | Uint8Array | readonly PriceListFile[],
  options?: PriceListOptions,
): Promise<PriceListItem[]> {
  const list =
    typeof files === 'string'
      ? [{ content: Buffer.from(files) }]
      : files instanceof Uint8Array
        ? [{ content: files }]
        : files;
  const items: PriceListItem[] = [];
  for await (const item of readPriceList(list, options)) items.push(item);
  return items;
}

/** Reads all items except `columns`. */
export async function read(...args: Parameters<typeof readAll>): Promise<Finding[]> {
  return (await readAll(...args)).filter((item) => item.kind !== 'columns');
}

/** Reads a price list that is expected to contain rows only. */
export async function readOnlyRows(...args: Parameters<typeof read>): Promise<PriceListRow[]> {
  const items = await read(...args);
  return items.map((item) => {
    if (item.kind !== 'row') throw new Error(`Not a row: ${JSON.stringify(item)}`);
    return item;
  });
}

/** The codes of all problems and skipped records, with their lines. */
export function findings(items: readonly Finding[]): string[] {
  return items.flatMap((item) => {
    const problems =
      item.kind === 'row' ? item.warnings : item.kind === 'failed' ? item.errors : [item.reason];
    return problems.map(({ code, field }) => `${item.line} ${item.kind} ${code}${field ? ` ${field}` : ''}`);
  });
}
