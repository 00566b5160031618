import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readPriceList } from '../src/index.ts';
import { datanorm4Header } from './price-list-files.ts';
import { type Finding, findings, read, readOnlyRows } from './read.ts';

/** Returns an endless text; `bytes` counts the characters consumed so far. */
function endless(start: string, next: (index: number) => string) {
  const source = { bytes: 0, content: chunks() };
  async function* chunks() {
    let text = start;
    for (let index = 0; ; index += 1) {
      text += next(index);
      if (text.length < 10_000) continue;
      source.bytes += text.length;
      yield Buffer.from(text);
      text = '';
    }
  }
  return source;
}

async function first(count: number, content: AsyncIterable<Uint8Array>): Promise<Finding[]> {
  const items: Finding[] = [];
  for await (const item of readPriceList([{ content }], { maxBytes: Number.POSITIVE_INFINITY })) {
    if (item.kind !== 'columns') items.push(item);
    if (items.length === count) break;
  }
  return items;
}

test('yields CSV rows while the file is still being read', async () => {
  const source = endless('sku;price\n', (index) => `A${index};1,50\n`);
  expect(await first(1_000, source.content)).toHaveLength(1_000);
  expect(source.bytes).toBeLessThan(300_000);
});

test('reads an endless DATANORM file up to 20,000 articles', async () => {
  const source = endless(`${datanorm4Header}\n`, (index) => `A;N;A${index};00;Kabel;;2;0;m;100;;;;\n`);
  const items = await first(5_000, source.content);
  expect(items[0]).toMatchObject({ kind: 'unreadable', line: 20_002, reason: { code: 'too_many_articles' } });
  expect(items.at(-1)).toMatchObject({ articleNumber: 'A4998' });
  expect(source.bytes).toBeLessThan(21_000 * 45);
});

test.each([
  ['CSV', 'sku;price', (index: number) => `A${index};1,50`],
  ['DATANORM', datanorm4Header, (index: number) => `A;N;A${index};00;Rohr;;2;0;m;150;`],
])('counts lines of %s correctly wherever the chunks end', async (_, header, record) => {
  const lines = [header, ...Array.from({ length: 8_000 }, (__, index) => record(index))];
  const bytes = Buffer.from(lines.join('\r\n'));
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  const rows = await readOnlyRows([{ content: chunks() }]);
  expect(rows.map(({ line, articleNumber }) => `${line} ${articleNumber}`)).toEqual(
    Array.from({ length: 8_000 }, (__, index) => `${index + 2} A${index}`),
  );
});

test('closes a source that is read only in part', async () => {
  let closed = false;
  async function* content() {
    try {
      while (true) yield Buffer.alloc(5_000);
    } finally {
      closed = true;
    }
  }
  expect(await read([{ content: content() }])).toMatchObject([{ reason: { code: 'not_text' } }]);
  expect(closed).toBe(true);
});

test('rejects a decompression bomb before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'sku;price\n1;2,50\n'), { level: 1 });
  const items = await read(gzipSync(bomb), { maxBytes: 1_000 });
  expect(items).toMatchObject([{ kind: 'unreadable', reason: { code: 'too_large' } }]);
  const inner = await read(bomb, { maxBytes: 100_000 });
  expect(inner.at(-1)).toMatchObject({ kind: 'unreadable', reason: { code: 'too_large' } });
  expect(inner.length).toBeLessThan(15_000);
});

test('applies the size limit to all files together', async () => {
  const content = Buffer.from('sku;price\n1;2,50\n');
  const items = await read([{ content }, { name: 'b.csv', content }], { maxBytes: content.length + 10 });
  expect(items.map(({ kind, file }) => [kind, file])).toEqual([
    ['row', null],
    ['unreadable', 'b.csv'],
  ]);
});

test.each([
  ['rows', 'sku;price\n', '1;2,50\n', ['11 unreadable too_many_records'], 9],
  ['empty records', 'sku;price\n', ';\n', ['11 unreadable too_many_records'], 0],
  ['empty lines', `${datanorm4Header}\n`, '\n', ['11 unreadable too_many_records'], 0],
  [
    'skipped records',
    `${datanorm4Header}\n`,
    'Z;\n',
    ['11 unreadable too_many_records', '2 skipped record_ignored'],
    0,
  ],
])('stops reading %s at the record limit', async (_, start, record, expected, rows) => {
  const items = await read(start + record.repeat(100), { maxRecords: 10 });
  expect(items.filter(({ kind }) => kind === 'row')).toHaveLength(rows);
  expect(findings(items)).toEqual(expected);
});

test('applies the record limit to all files together', async () => {
  const content = Buffer.from('sku;price\n1;2,50\n');
  const items = await read([{ content }, { name: 'b.csv', content }], { maxRecords: 3 });
  expect(items.map(({ kind, file }) => [kind, file])).toEqual([
    ['row', null],
    ['unreadable', 'b.csv'],
  ]);
});

test('reports skipped records once per file', async () => {
  const items = await read(`V;050;A;20260303;EUR;\n${'K;1\n'.repeat(30_000)}`);
  expect(items).toMatchObject([{ kind: 'skipped', line: 2, count: 30_000 }]);
});

test('drops texts that no article references', async () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => `T;N;K${index};;1;;text;`);
  const article = 'A;N;1;41;x;;2;0;m;100;;;K49999;';
  expect(await read([datanorm4Header, article, ...texts].join('\n'))).toMatchObject([
    { description: 'x\ntext', warnings: [] },
  ]);
});

test('reports a repeated problem of an article once', async () => {
  const prices = Array.from({ length: 300 }, (_, index) => `P;A;1;2;${index + 1};;;;;;;1;3;5;`);
  const file = ['A;N;1;00;x;;2;0;m;100;', ...prices].join('\n');
  expect(findings(await read(file))).toEqual([
    '1 row factory_price_ignored purchasePrice',
    '1 row second_price purchasePrice',
  ]);
  const marks = Array.from({ length: 300 }, (_, index) => `P;A;1;${index + 5};100;`);
  expect(findings(await read(marks.join('\n')))).toEqual(['1 failed invalid_price_mark purchasePrice']);
});

test('skips an overlong DATANORM line', async () => {
  const long = `A;N;2;00;${'x'.repeat(1_000_000)};;2;0;m;100;`;
  const items = await read(`A;N;1;00;x;;2;0;m;100;\n${long}\nA;N;3;00;x;;2;0;m;100;\n${long}`);
  expect(findings(items)).toEqual(['2 failed line_too_long', '4 failed line_too_long']);
  expect(items).toMatchObject([{ line: 1 }, { line: 2 }, { articleNumber: '3', line: 3 }, { line: 4 }]);
});

test('stops at an overlong CSV record', async () => {
  const items = await read(`sku;price\n1;1\n2;${'1'.repeat(100_000)}\n3;1`);
  expect(items).toMatchObject([
    { kind: 'row' },
    { kind: 'unreadable', line: 3, reason: { code: 'invalid_csv' } },
  ]);
});

test('truncates a long text that many articles share', async () => {
  const articles = Array.from({ length: 5_000 }, (_, index) => `A;N;${index};40;Kabel;;2;0;m;100;;;T;`);
  const text = Array.from({ length: 20_000 }, (_, index) => `T;N;T;;${index};;${'x'.repeat(80)};`);
  const rows = await readOnlyRows([...articles, ...text].join('\n'));
  expect(rows).toHaveLength(5_000);
  expect(rows[0]?.description?.length).toBeLessThanOrEqual(10_000);
  expect(rows[0]?.warnings).toMatchObject([{ code: 'text_shortened' }]);
});

test.each([
  ['spaces in a number', `1;${' '.repeat(60_000)}5`],
  ['spaces in a text', `1;x${' '.repeat(60_000)}x`],
  ['digits', `1;${'9'.repeat(60_000)}`],
  ['empty cells', `1${';'.repeat(60_000)}`],
  ['quotes', `1;${'"'.repeat(60_001)}`],
])('processes many %s in linear time', async (_, line) => {
  const file = `sku;price\n${Array(20).fill(line).join('\n')}\n`;
  expect((await read(file)).length).toBeGreaterThan(0);
  expect(
    (await read(file, { csv: { columns: { articleNumber: 'sku', description: 'price' } } })).length,
  ).toBeGreaterThan(0);
});

test('rethrows errors of the source', async () => {
  async function* broken() {
    yield Buffer.from('sku;price\n');
    throw new Error('connection lost');
  }
  await expect(read([{ content: broken() }])).rejects.toThrow('connection lost');
  async function* packed() {
    yield gzipSync('sku;price\n1;2,50\n').subarray(0, 15);
    throw new Error('connection lost');
  }
  await expect(read([{ content: packed() }])).rejects.toThrow('connection lost');
});

test('yields to the event loop while reading a long file', async () => {
  let ticks = 0;
  let next = setImmediate(function tick() {
    ticks += 1;
    next = setImmediate(tick);
  });
  onTestFinished(() => clearImmediate(next));
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index};${'Kabel '.repeat(20)};1,00`);
  const bytes = Buffer.from(['sku;name;price', ...lines].join('\n'));
  expect(await readOnlyRows(bytes)).toHaveLength(20_000);
  expect(ticks).toBeGreaterThanOrEqual(Math.floor(bytes.length / 65_536));
});
