import { expect, test } from 'vitest';
import { findings, read, readOnlyRows } from './read.ts';

const header = `V 030326${'Sonnwerk GmbH'.padEnd(40)}${'Artikel'.padEnd(40)}${''.padEnd(35)}04EUR`;

test('joins all records of a DATANORM 4 article', async () => {
  const file = [
    header,
    'T;N;T1;;3;;drei;4;;vier;',
    'T;N;T1;;1;;eins;2;;zwei;',
    'A;N;0815;60;Solarkabel;6 mm²;1;2;m;15000;KAB;10;T1;',
    'B;N;0815;KABEL; ; ;0;0;0;4006381333931; ;10;0;0; ; ;',
    'D;N;0815;1;F;;rot;2;F;;schwarz;',
    '\u001A',
  ].join('\r\n');
  expect(await readOnlyRows(file, { format: 'DATANORM' })).toEqual([
    {
      kind: 'row',
      file: null,
      line: 4,
      action: 'NEW',
      articleNumber: '0815',
      gtin: '4006381333931',
      name: 'Solarkabel 6 mm²',
      description: 'Solarkabel\n6 mm²\neins\nzwei\ndrei\nvier\nrot\nschwarz',
      listPrice: '150',
      priceQuantity: 100,
      unit: 'METER',
      discountGroup: 'KAB',
      warnings: [expect.objectContaining({ code: 'purchase_price_unknown' })],
    },
  ]);
});

test.each([
  ['00', undefined],
  ['01', undefined],
  ['10', 'long\nshort2'],
  ['20', 'short1\ndimension'],
  ['30', 'long\ndimension'],
  ['40', 'short1\nshort2\nlong'],
  ['41', 'short1\nlong'],
  ['50', 'short1\nshort2\ndimension'],
  ['51', 'short1\ndimension'],
  ['60', 'short1\nshort2\nlong\ndimension'],
  ['61', 'short1\nlong\ndimension'],
  ['constructor', undefined],
])('builds the description for text code %s as %j', async (code, description) => {
  const file = `A;N;1;${code};short1;short2;2;0;Stk;100;;;T;\nT;N;T;;1;;long;\nD;N;1;1;F;;dimension;`;
  const [row] = await readOnlyRows(file);
  expect(row?.description).toBe(description);
  expect(row?.name).toBe(code === '01' ? 'short1' : 'short1 short2');
});

test.each([
  ['A;N;1;00;x;;2;0;Stk;100;', { action: 'NEW' }],
  ['A;A;1;00;x;;2;0;Stk;100;', { action: 'CHANGE', name: 'x' }],
  ['A;L;1;', { action: 'DELETE' }],
  ['A;X;1;2;', { action: 'RENUMBER', newArticleNumber: '2' }],
  ['A;X;1; ; ;2;', { action: 'RENUMBER', newArticleNumber: '2' }],
])('%s', async (line, expected) => {
  expect(await readOnlyRows(line)).toMatchObject([{ articleNumber: '1', ...expected }]);
});

test.each([
  ['A;N;1;00;x;;2;0;Stk;abc;', 'invalid_price purchasePrice'],
  ['A;N;1;00;x;;2;7;Stk;100;', 'invalid_price_quantity priceQuantity'],
  ['A;N;1;00;x;;2;constructor;Stk;100;', 'invalid_price_quantity priceQuantity'],
  ['A;N;1;00;x;;9;0;Stk;100;', 'invalid_price_mark listPrice'],
  ['A;Q;1;00;x;;2;0;Stk;100;', 'invalid_action'],
  ['A;constructor;1;00;x;;2;0;Stk;100;', 'invalid_action'],
  ['A;N; ;00;x;;2;0;Stk;100;', 'missing_article_number articleNumber'],
  ['A;X;1;', 'invalid_renumbering newArticleNumber'],
  ['A;X;1;00;x;;2;', 'invalid_renumbering newArticleNumber'],
  ['P;A;', 'missing_article_number articleNumber'],
])('rejects %s with %s', async (line, finding) => {
  expect(findings(await read(`${header}\n${line}`))).toEqual([`2 failed ${finding}`]);
});

test.each([
  ['P;A;1;2;x;', 'invalid_price purchasePrice'],
  ['P;A;1;5;100;', 'invalid_price_mark purchasePrice'],
  ['P;A;1;1;100;1;10000;', 'invalid_discount purchasePrice'],
  ['P;A;1;1;100;1;x;', 'invalid_discount purchasePrice'],
  ['P;A;1;1;100;7;5;', 'invalid_discount purchasePrice'],
  ['P;A;1;1;100;3;10;', 'unclear_discount purchasePrice'],
  ['P;A;1;1;100;1;1000;3;1000;', 'unclear_discount purchasePrice'],
])('rejects the price record %s with %s', async (line, finding) => {
  const article = 'A;N;1;00;x;;2;0;Stk;0;';
  expect(findings(await read(`${header}\n${article}\n${line}`))).toEqual([`2 failed ${finding}`]);
});

test('rejects only those prices of a record that have no article number', async () => {
  const file = [header, 'A;N;1;00;x;;2;0;Stk;0;', 'P;A;;1;100;;;;;;;1;2;700;', 'P;A; ;4711;1;2500;'].join(
    '\n',
  );
  const items = await read(file);
  expect(findings(items)).toEqual([
    '3 failed missing_article_number articleNumber',
    '4 failed missing_article_number articleNumber',
  ]);
  expect(items[0]).toMatchObject({ articleNumber: '1', purchasePrice: '7' });
});

test('treats price fields filled with zeros as empty', async () => {
  const zeros = ';1;000;0;0;0;0;0;0';
  const file = `A;N;1;00;x;;2;0;Stk;0;\nP;A;1;2;700;0;0;0;0;0;0;${zeros};${zeros};`;
  expect(await readOnlyRows(`${header}\n${file}`)).toMatchObject([{ purchasePrice: '7' }]);
});

test.each([
  ['discount groups', 'R;;G1;1;2500;Kabel;\nR;;G2;1;1000;Rohr;'],
  ['texts', 'T;N;T1;;1;;eins;2;;zwei;'],
])('accepts %s only if a file of the price list has articles', async (_, records) => {
  const list = { name: 'DATANORM.RAB', content: Buffer.from(`${header}\n${records}`) };
  const csv = { name: 'b.csv', content: Buffer.from('sku;price\n1;2,50') };
  expect(await read([csv, list])).toMatchObject([
    { kind: 'row', file: 'b.csv' },
    { kind: 'unreadable', file: 'DATANORM.RAB', index: 1, line: null, reason: { code: 'no_records' } },
  ]);
  const articles = { name: 'DATANORM.001', content: Buffer.from('A;N;1;00;x;;2;0;Stk;100;') };
  expect(await read([list, articles])).toMatchObject([{ kind: 'row', file: 'DATANORM.001' }]);
});

test('matches article numbers and discount groups case-insensitively, but keeps ß and ss apart', async () => {
  const files = 'A;N;Aß;00;x;;1;0;Stk;100;gß;\nA;N;ASS;00;y;;1;0;Stk;200;GSS;\nP;A;aß;2;90;\nR;;Gß;1;1000;';
  expect(await readOnlyRows(files, { format: 'DATANORM' })).toMatchObject([
    { articleNumber: 'Aß', purchasePrice: '0.9' },
    { articleNumber: 'ASS', listPrice: '2', warnings: [{ code: 'purchase_price_unknown' }] },
  ]);
});

test('rejects a second record for the same article', async () => {
  const items = await read('A;N;ab1;00;x;;2;0;Stk;100;\nA;A;AB1;00;y;;2;0;Stk;200;\nA;X;ab1;ab2;');
  expect(items).toMatchObject([
    { kind: 'row', action: 'NEW', name: 'x' },
    {
      kind: 'failed',
      line: 2,
      errors: [{ code: 'duplicate_row', message: expect.stringContaining('line 1') }],
    },
    { kind: 'row', action: 'RENUMBER' },
  ]);
});

test('ignores texts and discount groups without a key', async () => {
  const file = 'A;N;1;40;x;;1;0;Stk;100;;;;\nT;N;;;1;;text;\nR;;;1;1000;';
  const [row] = await readOnlyRows(file);
  expect(row).not.toHaveProperty('description');
  expect(row).not.toHaveProperty('purchasePrice');
});

test('detects DATANORM by the file name', async () => {
  const content = Buffer.from('K;;018988; ;\nP;A;1;3;100;\n');
  expect(await read([{ name: 'lists/DATPREIS.001', content }])).toMatchObject([
    { articleNumber: '1', warnings: [{ code: 'factory_price_ignored' }, { code: 'purchase_price_unknown' }] },
    { kind: 'skipped' },
  ]);
});

test('counts and skips records of other types', async () => {
  const file = `${header}\nK;;018988; ;\nZ;N;1;1;1;\nZ;N;2;1;1;\nA;N;1;00;x;;2;0;Stk;100;\nnonsense`;
  expect(await read(file)).toMatchObject([
    { kind: 'row', line: 5 },
    { kind: 'skipped', line: 2, count: 1, reason: { code: 'record_ignored' } },
    { kind: 'skipped', line: 3, count: 2, reason: { message: expect.stringContaining('kind Z (2)') } },
    { kind: 'skipped', line: 6, count: 1, reason: { message: expect.stringContaining('unknown') } },
  ]);
});

test.each([
  [header.replace('04EUR', '04DEM'), 'unsupported_currency'],
  [header.replace('04EUR', '03   '), 'unsupported_version'],
  ['V;050;A;20260303;CHF;', 'unsupported_currency'],
  ['just words', 'no_records'],
  [header, 'no_records'],
  [header.replace('04EUR', '04DM '), 'unsupported_currency'],
])('rejects the file %s', async (line, code) => {
  expect(await read(line, { format: 'DATANORM' })).toMatchObject([{ kind: 'unreadable', reason: { code } }]);
});

test('joins records across files', async () => {
  const content = (text: string) => Buffer.from(text);
  const rows = await readOnlyRows([
    { name: 'DATPREIS.001', content: content('P;A;2;2;700;;;;;;;3;1;1000;0;G2;') },
    {
      name: 'DATANORM.001',
      content: content('A;N;1;00;a;;1;3;m;100000;G1; ; ;\nA;N;2;00;b;;1;1;m;0;;;;\nA;N;3;00;c;;1;0;m;0;G1;'),
    },
    { name: 'DATANORM.RAB', content: content('R;;G1;1;2500;Kabel;\nR;;G2;1;1000;Rohr;') },
  ]);
  expect(rows).toMatchObject([
    { file: 'DATPREIS.001', line: 1, articleNumber: '2', name: 'b', purchasePrice: '7', priceQuantity: 10 },
    { articleNumber: '3', name: 'c', listPrice: '10', purchasePrice: '9' },
    {
      file: 'DATANORM.001',
      line: 1,
      articleNumber: '1',
      listPrice: '1000',
      purchasePrice: '750',
      priceQuantity: 1000,
    },
  ]);
});

test('leaves an unprintable article number out of an error', async () => {
  const numbers = ['X'.repeat(101), 'ab\u0001c', '  A 1 '];
  const items = await read([header, ...numbers.map((number) => `A;Z;${number};00;Kabel`)].join('\r\n'));
  expect(items.map((item) => item.kind === 'failed' && item.articleNumber)).toEqual([
    undefined,
    undefined,
    'A 1',
  ]);
});
