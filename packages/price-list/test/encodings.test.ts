import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { findings, read, readOnlyRows } from './read.ts';

const csv = 'sku;Bezeichnung;Preis\n1;Wärmezähler für Öl, Größe ²;2,50\n';
const datanorm = 'A;N;1;00;Wärmezähler für Öl;Größe 5;2;0;Stk;250;;;;\r\n\x1a';

test.each(['utf8', 'win1252', 'cp850', 'utf-16le'])('detects CSV in %s', async (encoding) => {
  const bytes = iconv.encode(csv, encoding, { addBOM: encoding === 'utf-16le' });
  expect(await readOnlyRows(bytes)).toMatchObject([{ name: 'Wärmezähler für Öl, Größe ²' }]);
});

test.each(['utf8', 'win1252', 'cp850'])('detects DATANORM in %s', async (encoding) => {
  expect(await readOnlyRows(iconv.encode(datanorm, encoding))).toMatchObject([
    { name: 'Wärmezähler für Öl Größe 5' },
  ]);
});

test('strips a byte order mark from the first column', async () => {
  expect(await readOnlyRows(iconv.encode(csv, 'utf8', { addBOM: true }))).toMatchObject([
    { articleNumber: '1' },
  ]);
  expect(await readOnlyRows(iconv.encode(datanorm, 'utf8', { addBOM: true }))).toHaveLength(1);
});

test('uses the given encoding', async () => {
  const content = iconv.encode('sku;name;price\n1;„Süd“;1', 'win1252');
  expect(await readOnlyRows([{ content, encoding: 'cp1252' }])).toMatchObject([{ name: '„Süd“' }]);
  expect(findings(await read([{ content, encoding: 'utf-8' }]))).toEqual([
    '2 failed invalid_characters name',
  ]);
});

const named = (name: string) => `sku;name;price\n1;${name};1`;

test.each([
  'Gerät',
  'Käse',
  'Größe',
  'weiß',
  'Öl',
  'Übersicht',
  'Ärmel',
  'GRÖSSE',
  'GERÄT',
  'MENÜ',
  'Gefäß',
  '6 mm²',
  'Gerät, 5 m³',
])('detects CP850 even if %s is the only text with special characters', async (name) => {
  expect(await readOnlyRows(iconv.encode(named(name), 'cp850'))).toMatchObject([{ name }]);
});

test.each([
  '„SunPower™”',
  'Kabel „rot“ – 5 m',
  'Málaga',
  'diámetro, óptico',
  'leágazó vég',
  'Café',
  '3”x4”',
  'Menü',
  '6 mm²',
  'm³ für',
  'TESLA™Powerwall',
  'LG™RESU’s',
  'LG™RESU – 5 m',
  'LG™RESU®',
  'LG™RESU 25°',
  'LG™RESU 5 €',
])('does not mistake %s in CP1252 for CP850', async (name) => {
  expect(await readOnlyRows(iconv.encode(named(name), 'win1252'))).toMatchObject([{ name }]);
});

test.each(['win1252', 'cp850'])('reads a letter of %s as the last byte of a file', async (charset) => {
  const file = iconv.encode('sku;price;name\n1;1;weiß', charset);
  expect(await readOnlyRows(file)).toMatchObject([{ name: 'weiß' }]);
});

test('accepts a UTF-8 character cut off at the end of the sample', async () => {
  const rows = `sku;name;price\nA;ü;1\n${'B;x;1\n'.repeat(11_000)}`;
  // The first byte of ß is the last byte of the sample of 65,536 bytes.
  const file = Buffer.concat([Buffer.from(rows).subarray(0, 65_535), Buffer.from('ß')]);
  const [first] = await read(file);
  expect(first).toMatchObject({ name: 'ü' });
});

/** German-like syllables, with ß only where it can occur. */
const syllable = fc
  .tuple(
    fc.constantFrom(...'b d f g k l m n p r s t w z sch str'.split(' ')),
    fc.constantFrom('a', 'e', 'ei', 'o', 'u', 'ä', 'ö', 'ü'),
    fc.constantFrom('', 'ß', 'n', 'rt', 'll'),
  )
  .map((parts) => parts.join(''));
const word = fc
  .tuple(
    fc.constantFrom('', 'Ä', 'Ö', 'Ü', 'K'),
    fc.array(syllable, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([first, rest, inCapitals]) => {
    // At the end of a word, the byte of ö could also be a quotation mark.
    const whole = (first + rest.join('')).replace(/[aeiouäöü]$/, '$&n');
    return inCapitals ? whole.replaceAll('ß', 'ss').toUpperCase() : whole;
  });
const germanText = fc
  .array(word, { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '))
  .filter((text) => /[äöüßÄÖÜ]/.test(text) && text.length <= 200);

test('reads German text unchanged in every encoding', async () => {
  const property = fc.asyncProperty(
    germanText,
    fc.constantFrom('utf8', 'win1252', 'cp850'),
    fc.boolean(),
    async (name, charset, isDatanorm) => {
      const file = isDatanorm ? `A;N;1;00;${name};;2;0;Stk;100;;;;` : named(name);
      expect(await readOnlyRows(iconv.encode(file, charset))).toMatchObject([{ name }]);
    },
  );
  await fc.assert(property, { numRuns: process.env.SOAK ? 20_000 : 300 });
});

test('rejects a row with a character that was lost before the file was written', async () => {
  const items = await read('sku;name;price\n1;Gr\uFFFDe;1\n2;Kabel;1');
  expect(findings(items)).toEqual(['2 failed invalid_characters name']);
});

test('rejects rows with invalid UTF-8 without changing the encoding of the others', async () => {
  const lines = ['1;Größe;1', '2;Für Dächer;1', '3;Gr\u0000e;1', '4;„Süd“;1'];
  const file = Buffer.from(['sku;name;price', ...lines].join('\n'));
  file[file.indexOf(0)] = 0xf6;
  const items = await read(file);
  expect(findings(items)).toEqual(['4 failed invalid_characters name']);
  expect(items.map((item) => item.kind === 'row' && item.name)).toEqual([
    'Größe',
    'Für Dächer',
    false,
    '„Süd“',
  ]);
});

test('detects the encoding by letters late in the file', async () => {
  const plain = Array.from({ length: 9_000 }, (_, index) => `A${index};Modul;2,50`).join('\n');
  const rows = await readOnlyRows(iconv.encode(`sku;name;price\n${plain}\nB;Größe;2,50`, 'win1252'));
  expect(rows.at(-1)).toMatchObject({ name: 'Größe' });
});

test('reads a compressed file like the original', async () => {
  expect(await read(gzipSync(csv))).toEqual(await read(csv));
});

test.each([65_536, 3, 1])('composes letters with combining marks in chunks of %i bytes', async (size) => {
  const file = `Artikelnummer;Bezeichnung;Stückpreis\nÄ-1;Ü ö;2,50\n${'漢'.repeat(30)}Ä;é;3,50\n`;
  const bytes = Buffer.from(file.normalize('NFD'));
  async function* content() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  expect(await readOnlyRows([{ content: content() }])).toMatchObject([
    { articleNumber: 'Ä-1'.normalize('NFC'), name: 'Ü ö'.normalize('NFC'), purchasePrice: '2.5' },
    { articleNumber: `${'漢'.repeat(30)}Ä`.normalize('NFC'), name: 'é'.normalize('NFC') },
  ]);
});

test('rejects endless combining marks in linear time', async () => {
  const marks = '\u0301\u0323'.repeat(8_000);
  const file = Array.from({ length: 60 }, (_, index) => `${index};a${marks};1`).join('\n');
  const items = await read(`sku;name;price\n${file}\n60;ok;1\n`);
  expect(findings(items)).toHaveLength(60);
  expect(findings(items)[0]).toBe('2 failed invalid_characters name');
  expect(items.at(-1)).toMatchObject({ kind: 'row', name: 'ok' });
});
