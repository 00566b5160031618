import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import {
  type PriceListItem,
  type PriceListOptions,
  type PriceListRow,
  problemTexts,
  readPriceList,
} from '../src/index.ts';
import {
  csvArticles,
  csvFile,
  csvStyle,
  datanorm4Header,
  datanorm4Records,
  datanormArticles,
} from './price-list-files.ts';
import { readAll } from './read.ts';

const numRuns = process.env.SOAK ? 20_000 : 200;

const csvBytes = fc
  .tuple(csvArticles, csvStyle, fc.constantFrom('utf8', 'win1252', 'cp850', 'utf-16le'))
  .map(([meant, style, charset]) =>
    iconv.encode(csvFile(meant, style), charset, { addBOM: charset === 'utf-16le' }),
  );

const datanormBytes = datanormArticles.map((meant) =>
  iconv.encode([datanorm4Header, ...meant.flatMap(datanorm4Records)].join('\r\n'), 'cp850'),
);

const datanorm5Bytes = datanormArticles.map((meant) => {
  const articles = meant.map(
    ({ articleNumber, name, netCents }) =>
      `A;N;${articleNumber};${name};;PCE;2;1;${netCents};G;;;;;;;;;4006381333931;;;;;T;`,
  );
  return iconv.encode(
    ['V;050;A;20260303;EUR;', ...articles, 'T;N;T;1;1;x;', 'B;A;1;2;', 'P;1;2;10;100;G;', 'E;1;'].join('\n'),
    'cp850',
  );
});

/** Fragments that have a meaning in some format or are dangerous as property names. */
const fragment = fc.constantFrom(
  ...[
    '"',
    '""',
    ';',
    ',',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\x1a',
    '\ufeff',
    'constructor',
    '__proto__',
    'toString',
  ],
  ...[
    'V 030326',
    'V;050;',
    'A;N;',
    'A;X;1;2',
    'Z;N;1;1;2;',
    'B;A;1;2;',
    'A;L;1',
    'P;A;',
    'R;;G;1;',
    'T;N;',
    'D;N;',
    'B;N;',
    'E;9;',
    'sep=;',
  ],
  ...['-1', '0', '1e999', '9'.repeat(40), '1.234', '1,234', '´', '€', 'ä'.repeat(50), ' '.repeat(500)],
);

type Change = (bytes: Buffer) => Buffer;
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);

const change: fc.Arbitrary<Change> = fc.oneof(
  place.map(
    (end): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, end)),
  ),
  place.map(
    (start): Change =>
      (bytes) =>
        bytes.subarray(at(bytes, start)),
  ),
  fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(
    ([where, byte]): Change =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        if (changed.length > 0) changed[Math.min(at(bytes, where), changed.length - 1)] = byte;
        return changed;
      },
  ),
  fc.tuple(place, fragment).map(
    ([where, text]): Change =>
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, where)),
          Buffer.from(text),
          bytes.subarray(at(bytes, where)),
        ]),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Change =>
      (bytes) =>
        Buffer.concat([bytes, bytes.subarray(at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to)))]),
  ),
);

const damaged = fc
  .tuple(fc.oneof(csvBytes, datanormBytes, datanorm5Bytes), fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([bytes, changes]) => changes.reduce((changed, apply) => apply(changed), bytes));

const nonsense = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.oneof(fragment, fc.string({ maxLength: 10 })), { maxLength: 60 })
    .map((texts) => Buffer.from(texts.join(''))),
);

const anyFile = fc.oneof({ weight: 3, arbitrary: damaged }, { weight: 1, arbitrary: nonsense });

const anyOptions: fc.Arbitrary<PriceListOptions> = fc.oneof(
  fc.constant({}),
  fc.record({ format: fc.constantFrom('CSV', 'DATANORM') }),
  fc.constant<PriceListOptions>({
    csv: { separator: ';', decimalMark: ',', columns: { articleNumber: 'EAN', x: 'PE' } },
  }),
);

/** Expects text that a database accepts and a person can read. */
function expectClean(text: string): void {
  expect(text.isWellFormed()).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
  expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
}

function expectSoundRow(row: PriceListRow): void {
  expect(row.articleNumber ?? (row.manufacturer && row.manufacturerArticleNumber) ?? row.gtin).toBeDefined();
  for (const price of [row.purchasePrice, row.listPrice]) {
    if (price !== undefined) expect(price).toMatch(/^(?=.*[1-9])\d{1,20}(\.\d+)?$/);
  }
  expect(row.priceQuantity).toSatisfy(Number.isInteger);
  for (const value of Object.values(row)) {
    if (typeof value !== 'string') continue;
    expectClean(value);
    expect(value).toBe(value.trim());
    expect(value).not.toBe('');
    expect(value.length).toBeLessThanOrEqual(10_000);
  }
}

function expectSound(items: readonly PriceListItem[], lines: number): void {
  for (const item of items) {
    if (item.kind === 'columns') {
      for (const { header } of item.columns) expectClean(header);
      continue;
    }
    if (item.line !== null) {
      expect(item.line).toBeGreaterThanOrEqual(1);
      expect(item.line).toBeLessThanOrEqual(lines);
    }
    const problems =
      item.kind === 'row' ? item.warnings : item.kind === 'failed' ? item.errors : [item.reason];
    if (item.kind === 'failed') {
      expect(problems).not.toEqual([]);
      expectClean(item.articleNumber ?? '');
      expect(item.articleNumber?.length ?? 0).toBeLessThanOrEqual(100);
    }
    for (const { code, message } of problems) {
      expect(problemTexts).toHaveProperty(code);
      expect(message).not.toMatch(/[{}]\w+\}/);
      expectClean(message);
    }
    if (item.kind === 'row') expectSoundRow(item);
  }
}

function lineCount(bytes: Buffer): number {
  return bytes.toString('latin1').split(/[\r\n]/).length + 1;
}

test('yields rows and findings for any file', async () => {
  let rows = 0;
  const property = fc.asyncProperty(anyFile, anyOptions, async (bytes, options) => {
    const items = await readAll(bytes, options);
    expectSound(items, lineCount(bytes));
    rows += items.filter(({ kind }) => kind === 'row').length;
  });
  await fc.assert(property, { numRuns });
  expect(rows).toBeGreaterThan(numRuns / 4);
});

test('yields the same items however the bytes are split into chunks', async () => {
  const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 30 });
  const property = fc.asyncProperty(anyFile, anyOptions, cuts, async (bytes, options, offsets) => {
    const sorted = [...offsets, bytes.length].sort((one, other) => one - other);
    async function* inPieces() {
      let start = 0;
      for (const end of sorted) {
        yield bytes.subarray(start, end);
        start = Math.max(start, end);
      }
    }
    const inOne = await readAll(bytes, options);
    expect(await readAll([{ content: inPieces() }], options)).toEqual(inOne);
    expect(await readAll(gzipSync(bytes), options)).toEqual(inOne);
  });
  await fc.assert(property, { numRuns: Math.ceil(numRuns / 2) });
});

test('yields the rows before the damage of a truncated or corrupt compressed file', async () => {
  const property = fc.asyncProperty(csvBytes, change, async (bytes, apply) => {
    const packed = apply(gzipSync(bytes));
    // Two concatenated gzip files decompress to one.
    expectSound(await readAll(packed), Math.max(2 * lineCount(bytes), lineCount(packed)));
  });
  await fc.assert(property, { numRuns });
});

test('allows the caller to stop at any row', async () => {
  const property = fc.asyncProperty(anyFile, fc.nat({ max: 20 }), async (bytes, count) => {
    let closed = false;
    async function* content() {
      try {
        for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
      } finally {
        closed = true;
      }
    }
    let seen = 0;
    for await (const _ of readPriceList([{ content: content() }])) {
      seen += 1;
      if (seen > count) break;
    }
    expect(closed).toBe(true);
  });
  await fc.assert(property, { numRuns: Math.ceil(numRuns / 2) });
});
