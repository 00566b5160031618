import { expect, test } from 'vitest';
import { readRows } from '../src/index.ts';
import { findings, read, readOnlyRows } from './read.ts';

test('reads the fields of a row and the line on which it starts', async () => {
  const file = [
    'Art.-Nr.;Hersteller-Art.-Nr.;EAN;Hersteller;Bezeichnung;Beschreibung;Listenpreis;Rabatt %;EK netto €;PE;ME;Rabattgruppe',
    'M-440;SM440;4006381333931;Sonnwerk;"Modul ""Süd"" 440";"Glas-Glas',
    'schwarz";120,00;25 %;;1;Stk.;PV1',
    ';;;;;;;;;;;',
    '0815;;;;Kabel;;;;1.234,56 €;1.000;m;',
  ].join('\r\n');
  expect(await readOnlyRows(file)).toEqual([
    {
      kind: 'row',
      file: null,
      line: 2,
      action: 'UPSERT',
      articleNumber: 'M-440',
      manufacturerArticleNumber: 'SM440',
      gtin: '4006381333931',
      manufacturer: 'Sonnwerk',
      name: 'Modul "Süd" 440',
      description: 'Glas-Glas\nschwarz',
      purchasePrice: '90',
      listPrice: '120',
      priceQuantity: 1,
      unit: 'PIECE',
      discountGroup: 'PV1',
      warnings: [],
    },
    {
      kind: 'row',
      file: null,
      line: 5,
      action: 'UPSERT',
      articleNumber: '0815',
      name: 'Kabel',
      purchasePrice: '1234.56',
      priceQuantity: 1000,
      unit: 'METER',
      warnings: [],
    },
  ]);
});

test.each([';', ',', '\t', '|'])('detects the separator %j', async (separator) => {
  const file = ['sku', 'name', 'purchase price'].join(separator);
  const rows = await readOnlyRows(`${file}\n${['1', '"a;b,c|d\te"', '"2.50"'].join(separator)}\n`);
  expect(rows).toMatchObject([{ articleNumber: '1', name: 'a;b,c|d e', purchasePrice: '2.5' }]);
});

test('applies a discount to a list price or an unspecified price, but not to a purchase price', async () => {
  const [row, without] = await readOnlyRows('Artikelnummer;Preis;Rabatt %\n1;100,00;30\n2;50,00;0');
  expect(row).toMatchObject({ listPrice: '100', purchasePrice: '70', warnings: [] });
  expect(without).toMatchObject({ listPrice: '50', purchasePrice: '50', warnings: [] });
  const bought = await readOnlyRows('Artikelnummer;EK;Rabatt\n1;100,00;30\n2;50,00;0\n3;50,00;');
  expect(bought.map(({ purchasePrice }) => purchasePrice)).toEqual(['100', '50', '50']);
  expect(findings(bought)).toEqual(['2 row discount_ignored discountPercent']);
});

test('uses the given separator, or the one stated by Excel', async () => {
  expect(
    await readOnlyRows('sku|ean;price|2;1\n7|x;9|y', {
      csv: { separator: ';', columns: { articleNumber: 'sku|ean' } },
    }),
  ).toMatchObject([{ articleNumber: '7|x', line: 2 }]);
  expect(await readOnlyRows('sep=,\nsku,price\n7,2.50')).toMatchObject([{ articleNumber: '7', line: 3 }]);
});

test('skips titles above the header', async () => {
  const file =
    'Preisliste 2026;;\n"Sonnwerk GmbH, gültig ab März";;\n\nArtikelnummer;Name;Nettopreis\n1;x;2,50\n';
  expect(await readOnlyRows(file)).toMatchObject([{ articleNumber: '1', purchasePrice: '2.5', line: 5 }]);
});

test('does not mistake a title for a DATANORM header', async () => {
  const file = 'Verkaufspreise ab 2026-05\nArtikelnummer;Nettopreis\n1;2,50\n';
  expect(await readOnlyRows(file)).toMatchObject([{ articleNumber: '1', purchasePrice: '2.5', line: 3 }]);
});

test('keeps inch marks and other quotes inside a cell', async () => {
  expect(await readOnlyRows('sku;name;price\n1;Rohr 3/4" lang;2,50\n2;"Profi" Modul;2,50')).toMatchObject([
    { name: 'Rohr 3/4" lang' },
    { name: '"Profi" Modul' },
  ]);
});

test('ignores a list price of 0 if there is a purchase price', async () => {
  const [bought, neither] = await read('sku;listprice;price\n1;0,00;2,50\n2;0;');
  expect(bought).toMatchObject({ kind: 'row', purchasePrice: '2.5', warnings: [] });
  expect(bought).not.toHaveProperty('listPrice');
  expect(neither).toMatchObject({ kind: 'row', warnings: [{ code: 'purchase_price_unknown' }] });
});

test('rejects unreadable or overlong cells of product fields', async () => {
  const csv = { columns: { articleNumber: 'Nr', power: 'Wp' } };
  expect(findings(await read(`Nr;Wp\n1;\u0007\n2;${'x'.repeat(1_001)}`, { csv }))).toEqual([
    '2 failed invalid_characters power',
    '3 failed too_long power',
  ]);
});

test.each([
  ['2,50', '1.234', '1234'],
  ['2.50', '1.234', '1.234'],
  ['2.50', '1,234', '1234'],
  ['1.234,5', '1.000.000', '1000000'],
  ['1,234.5', '0.125', '0.125'],
  ["1'234.50", '1 250', '1250'],
  ['EUR 12,--', '7,- €', '7'],
])('given %s, reads %s as %s', async (hint, number, price) => {
  const rows = await readOnlyRows(`sku;price\n1;${hint}\n2;${number}`);
  expect(rows[1]).toMatchObject({ purchasePrice: price });
});

test('reports ambiguous numbers instead of guessing', async () => {
  expect(findings(await read('sku;price\n1;1.234\n2;1,234\n3;17'))).toEqual([
    '2 failed ambiguous_number purchasePrice',
    '3 failed ambiguous_number purchasePrice',
  ]);
  expect(await readOnlyRows('sku;price\n1;1.234', { csv: { decimalMark: '.' } })).toMatchObject([
    { purchasePrice: '1.234' },
  ]);
});

test('reports all errors of a row with their fields', async () => {
  const file = [
    'sku;ean;name;listprice;discount;price;pe;unit',
    `${'9'.repeat(101)};;x;-2;;-1;0;`,
    '1;;x;siehe Liste;120;1,50;viele;Fass',
    ';123;x;1,50;;1,00;1;',
    '2;4006381333932;x;;;1,50;3;Stk;mehr',
    '3;;\u0007;;;1,50;3;Stk',
  ].join('\n');
  expect(findings(await read(file))).toEqual([
    '2 failed too_long articleNumber',
    '2 failed invalid_price_quantity priceQuantity',
    '2 failed invalid_price listPrice',
    '2 failed invalid_price purchasePrice',
    '3 failed invalid_price listPrice',
    '3 failed invalid_price_quantity priceQuantity',
    '3 failed unclear_unit unit',
    '3 failed invalid_discount discountPercent',
    '4 failed invalid_gtin gtin',
    '4 failed missing_article_number articleNumber',
    '5 failed too_many_cells',
    '6 failed invalid_characters name',
  ]);
});

test('escapes control characters in messages', async () => {
  const [item] = await read(`sku;price\n1;\u0007\u0090${'x'.repeat(45)}`);
  expect(item?.kind === 'failed' && item.errors[0]?.message).toMatch(/not "\\u0007\uFFFDx+"$/);
});

test('drops invalid optional fields with a warning', async () => {
  const file = `sku;ean;name;listprice;price;pe;unit\n1;4006381333932;${'x'.repeat(300)};12,50;;3;Stk`;
  const [row] = await readOnlyRows(file);
  expect(row).not.toHaveProperty('gtin');
  expect(row?.name).toHaveLength(200);
  expect(findings(row ? [row] : [])).toEqual([
    '2 row text_shortened name',
    '2 row invalid_gtin gtin',
    '2 row purchase_price_unknown purchasePrice',
    '2 row price_rounded listPrice',
  ]);
});

test('ignores a number cut off at the end of the sample when detecting the decimal mark', async () => {
  const header = 'sku;price;xxxxxxx\n';
  const row = (index: number) => `A${String(index).padStart(4, '0')};1.234\n`;
  const file = header + Array.from({ length: 6_000 }, (_, index) => row(index)).join('');
  expect(file.slice(0, 65_536)).toMatch(/;1\.23$/);
  const items = await read(file);
  expect(new Set(findings(items).map((finding) => finding.replace(/^\d+ /, '')))).toEqual(
    new Set(['failed ambiguous_number purchasePrice']),
  );
});

test('returns the rows before an unclosed quote', async () => {
  expect(findings(await read('sku;name;price\n1;x;2,50\n2;"y;3,50\n3;z;4,50\n'))).toEqual([
    '3 unreadable invalid_csv',
  ]);
});

test.each([
  ['', 'empty_file'],
  ['\u0000\u0001PNG', 'not_text'],
  ['sku\n1\n2', 'no_header'],
  ['sku;name\n1;x', 'no_header'],
  ['sku;Preis in USD\n1;2', 'no_header'],
  ['sku;Preis je 100 Stk\n1;2', 'no_header'],
  ['<html><body>Not found</body></html>', 'no_header'],
])('rejects the file %j', async (content, code) => {
  expect(await read(content)).toMatchObject([
    { kind: 'unreadable', line: null, reason: { code, field: null } },
  ]);
});

test('rejects numbers shortened by a spreadsheet', async () => {
  const file =
    'sku;ean;mpn;manufacturer;price\n1,23E+12;;;;1,00\n1;4,00638E+12;;;1,00\nA;;1.5e+10;M;1,00\n1E+02;;;;1,00\n1E5;;;;1,00';
  expect(findings(await read(file))).toEqual([
    '2 failed shortened_number articleNumber',
    '3 row shortened_number gtin',
    '4 row shortened_number manufacturerArticleNumber',
    '5 failed shortened_number articleNumber',
  ]);
});

test('treats a GTIN with five trailing zeros as shortened by a spreadsheet', async () => {
  const file =
    'sku;ean;price\n1;4250296000000;1,00\n2;4250296170000;1,00\n;4250296000000;1,00\n4;12300004;1,00';
  const items = await read(file);
  expect(findings(items)).toEqual([
    '2 row shortened_number gtin',
    '4 failed shortened_number gtin',
    '4 failed missing_article_number articleNumber',
    '5 row invalid_gtin gtin',
  ]);
  expect(items[0]).not.toHaveProperty('gtin');
});

test.each(['#WERT!', '#NAME?', '#BEZUG!', '#NV', '#REF!', '#DIV/0!', '#N/A', '#value!', '="#NV"'])(
  'rejects a row with the spreadsheet error %s',
  async (value) => {
    const file = `sku;name;EK\n${value};x;1\n2;${value};1\n3;x;${value}`;
    expect(findings(await read(file))).toEqual([
      '2 failed spreadsheet_error articleNumber',
      '3 failed spreadsheet_error name',
      '4 failed spreadsheet_error purchasePrice',
    ]);
  },
);

test('rejects spreadsheet errors in product fields and JSON, but accepts other texts with #', async () => {
  const csv = { columns: { articleNumber: 'sku', purchasePrice: 'EK', warrantyYears: 'W' } };
  expect(findings(await read('sku;EK;W;other\n1;1;#NV;\n2;1;5;#NV', { csv }))).toEqual([
    '2 failed spreadsheet_error warrantyYears',
  ]);
  expect(
    findings([...readRows([{ articleNumber: '#N/A' }, { articleNumber: '#1', name: '#NV 4' }])]),
  ).toEqual(['1 failed spreadsheet_error articleNumber', '2 row purchase_price_unknown purchasePrice']);
});

test('warns about a discount without a list price, with or without a purchase price', async () => {
  expect(findings(await read('sku;listprice;discount;price\n1;;20;5,00\n2;;20;\n3;;0;'))).toEqual([
    '2 row discount_ignored discountPercent',
    '3 row discount_ignored discountPercent',
    '3 row purchase_price_unknown purchasePrice',
    '4 row purchase_price_unknown purchasePrice',
  ]);
});

test('reads text that Excel protects from conversion to a number', async () => {
  const file = 'sku;name;price\n="00124";"=""007""";="12,50"\n';
  expect(await readOnlyRows(file)).toMatchObject([
    { articleNumber: '00124', name: '007', purchasePrice: '12.5' },
  ]);
});
