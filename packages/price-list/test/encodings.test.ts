import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { findings, read, readOnlyRows } from './read.ts';

const csv = 'sku;Bezeichnung;Preis\n1;Wärmezähler für Öl, Größe ²;2,50\n';
const datanorm = 'A;N;1;00;Wärmezähler für Öl;Größe 5;2;0;Stk;250;;;;\r\n\x1a';

test.each(['utf8', 'win1252', 'cp850', 'utf-16le'])('CSV in %s is recognised', async (encoding) => {
  const bytes = iconv.encode(csv, encoding, { addBOM: encoding === 'utf-16le' });
  expect(await readOnlyRows(bytes)).toMatchObject([{ name: 'Wärmezähler für Öl, Größe ²' }]);
});

test.each(['utf8', 'win1252', 'cp850'])('DATANORM in %s is recognised', async (encoding) => {
  expect(await readOnlyRows(iconv.encode(datanorm, encoding))).toMatchObject([
    { name: 'Wärmezähler für Öl Größe 5' },
  ]);
});

test('a byte order mark is no part of the first column', async () => {
  expect(await readOnlyRows(iconv.encode(csv, 'utf8', { addBOM: true }))).toMatchObject([
    { articleNumber: '1' },
  ]);
  expect(await readOnlyRows(iconv.encode(datanorm, 'utf8', { addBOM: true }))).toHaveLength(1);
});

test('the encoding that is given counts', async () => {
  const content = iconv.encode('sku;name;price\n1;„Süd“;1', 'win1252');
  expect(await readOnlyRows([{ content, encoding: 'cp1252' }])).toMatchObject([{ name: '„Süd“' }]);
  expect(findings(await read([{ content, encoding: 'utf-8' }]))).toEqual([
    '2 failed invalid_characters name',
  ]);
});

test('marks of CP1252 are not taken for letters of CP850', async () => {
  expect(await readOnlyRows(iconv.encode('sku;name;price\n1;„SunPower™”;1', 'win1252'))).toMatchObject([
    { name: '„SunPower™”' },
  ]);
});

test('letters are recognised that come long after the beginning', async () => {
  const plain = Array.from({ length: 9_000 }, (_, index) => `A${index};Modul;2,50`).join('\n');
  const rows = await readOnlyRows(iconv.encode(`sku;name;price\n${plain}\nB;Größe;2,50`, 'win1252'));
  expect(rows.at(-1)).toMatchObject({ name: 'Größe' });
});

test('a packed file is read as the file itself', async () => {
  expect(await read(gzipSync(csv))).toEqual(await read(csv));
});
