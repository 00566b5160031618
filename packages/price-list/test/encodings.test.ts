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

test('CP850 is recognised by an umlaut in a word', async () => {
  expect(await readOnlyRows(iconv.encode('sku;name;price\n1;Gerät;1', 'cp850'))).toMatchObject([
    { name: 'Gerät' },
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

test.each([65_536, 3, 1])(
  'letters written as letter and mark are those letters, in pieces of %i bytes',
  async (size) => {
    const file = `Artikelnummer;Bezeichnung;Stückpreis\nÄ-1;Ü ö;2,50\n${'漢'.repeat(30)}Ä;é;3,50\n`;
    const bytes = Buffer.from(file.normalize('NFD'));
    async function* content() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    expect(await readOnlyRows([{ content: content() }])).toMatchObject([
      { articleNumber: 'Ä-1'.normalize('NFC'), name: 'Ü ö'.normalize('NFC'), purchasePrice: '2.5' },
      { articleNumber: `${'漢'.repeat(30)}Ä`.normalize('NFC'), name: 'é'.normalize('NFC') },
    ]);
  },
);

test('marks without end on a letter are no text, and cost no more than their length', async () => {
  const marks = '\u0301\u0323'.repeat(8_000);
  const file = Array.from({ length: 60 }, (_, index) => `${index};a${marks};1`).join('\n');
  const items = await read(`sku;name;price\n${file}\n60;ok;1\n`);
  expect(findings(items)).toHaveLength(60);
  expect(findings(items)[0]).toBe('2 failed invalid_characters name');
  expect(items.at(-1)).toMatchObject({ kind: 'row', name: 'ok' });
});
