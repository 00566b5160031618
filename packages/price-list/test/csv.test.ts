import { expect, test } from 'vitest';
import { findings, read, readAll, readOnlyRows } from './read.ts';

test('a row has what its columns say, and its first line', async () => {
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

test.each([';', ',', '\t', '|'])('the separator %j is recognised', async (separator) => {
  const file = ['sku', 'name', 'purchase price'].join(separator);
  const rows = await readOnlyRows(`${file}\n${['1', '"a;b,c|d\te"', '"2.50"'].join(separator)}\n`);
  expect(rows).toMatchObject([{ articleNumber: '1', name: 'a;b,c|d e', purchasePrice: '2.5' }]);
});

test.each([
  'Preis in EUR',
  'Preis in Euro',
  'Preis (€)',
  'Preis pro Stück',
  'Preis je Stk.',
  'EK-Preis [€/Stk]',
  'EK netto €/m',
  'Nettopreis in EUR je Einheit',
  'Price per unit (EUR)',
])('%s is a column of prices', async (name) => {
  expect(await readOnlyRows(`Artikelnummer;Bezeichnung;${name}\n1;x;2,50`)).toMatchObject([
    { name: 'x', purchasePrice: '2.5' },
  ]);
});

test.each([
  ...[
    'PE',
    'Preiseinheit',
    'Preisbasis',
    'Preis per',
    'Preis pro',
    'Preis je',
    'per',
    'Price unit',
    'Price per',
  ],
])('%s is a column of how many units a price is for', async (name) => {
  expect(await readOnlyRows(`Artikelnummer;Preis;${name}\n1;54,00;100`)).toMatchObject([
    { purchasePrice: '54', priceQuantity: 100 },
  ]);
});

test.each([
  'sku;EK pro Stück;PE\n1;12,30;100',
  'sku;EK €/Stk;unit\n1;12,30;100 Stk',
  'sku;Stückpreis;PE\n1;12,30;1000',
  'sku;EK €/m;ME\n1;1,20;KMT',
])('a price that its header says is for one is not broken down again: %j', async (file) => {
  const items = await read(file);
  expect(findings(items)).toEqual(['2 failed conflicting_price_quantity purchasePrice']);
  const [articleNumber = '', purchasePrice = '', priceQuantity = ''] = file.split(/[;\n]/);
  const csv = { columns: { articleNumber, purchasePrice, priceQuantity } };
  expect(findings(await read(file, { csv }))).toEqual(['2 failed conflicting_price_quantity purchasePrice']);
});

test('a list price for one is beside no other quantity, and of a column for one an empty cell says nothing', async () => {
  const file = 'sku;LP;EK €/m;PE\n1;5,00;;100\n2;5,00;3,00;1';
  expect(findings(await read(file))).toEqual(['2 row purchase_price_unknown purchasePrice']);
  expect(findings(await read('sku;Listenpreis je Stück;EK;PE\n1;5,00;3,00;100'))).toEqual([
    '2 failed conflicting_price_quantity listPrice',
  ]);
});

test.each(['EK je Einheit', 'Einzelpreis'])('%s may be for as many as another column says', async (name) => {
  expect(await readOnlyRows(`sku;${name};PE\n1;12,30;100`)).toMatchObject([{ priceQuantity: 100 }]);
});

test.each([
  'Preis $',
  'Preis in $',
  'Preis (£)',
  'Preis USD',
  'Preis CHF',
  'Preis %',
  'Preis in %',
  'EK netto ‰',
])('%s is no column of prices in euros', async (name) => {
  expect(findings(await read(`sku;${name}\n1;2,50`))).toEqual(['null unreadable no_header']);
  const [row] = await readOnlyRows(`sku;${name};Listenpreis\n1;2,50;9,00`);
  expect(row).toMatchObject({ listPrice: '9' });
  expect(row).not.toHaveProperty('purchasePrice');
});

test('a mapping to a column of euros is not taken for one of dollars', async () => {
  const columns = { articleNumber: 'Nr', purchasePrice: 'Preis' };
  expect(await readOnlyRows('Nr;Preis $;Preis €\n1;3,00;2,50', { csv: { columns } })).toMatchObject([
    { purchasePrice: '2.5' },
  ]);
});

test.each([
  ['Listenpreis;Rabatt €', 'Rabatt €'],
  ['Listenpreis;Rabatt;Rabatt 2', 'Rabatt 2'],
  ['Listenpreis;Grundrabatt;Zusatzrabatt', 'Zusatzrabatt'],
  ['Preis;Rabatt;Rabatt', 'Rabatt'],
  ['Preis;Metallzuschlag', 'Metallzuschlag'],
  ['VK;PE;EK;PE', 'PE'],
  ['Menge;ME;Preis;ME', 'ME'],
  ['EK;EK', 'EK'],
  ['EK;Preis-Bezugsmenge 2', 'Preis-Bezugsmenge 2'],
])(
  '%s: the column %s may change the price, so that the list is not read until a mapping says how',
  async (header, unclear) => {
    const text = `sku;${header}\n1;${header.replace(/[^;]+/g, '10')}`;
    const items = await read(text);
    expect(findings(items)).toEqual(['null unreadable unclear_column']);
    expect(items).toMatchObject([{ reason: { message: expect.stringContaining(JSON.stringify(unclear)) } }]);
    const [price = ''] = header.split(';').filter((name) => /preis|EK/i.test(name));
    const csv = { columns: { articleNumber: 'sku', purchasePrice: price } };
    expect(await readOnlyRows(text, { csv })).toMatchObject([{ purchasePrice: '10' }]);
  },
);

test.each([
  'EK;Rabatt 2',
  'Preis;Rabattgruppe',
  'Listenpreis;Rabatt;Rabattfähig',
  'EK;Verpackungseinheit;VPE;MwSt',
])('%s is clear', async (header) => {
  expect(await readOnlyRows(`sku;${header}\n1;${header.replace(/[^;]+/g, '10')}`)).toHaveLength(1);
});

test.each([
  ['1.079,90', '1,000', 1],
  ['1.079,90', '1.000', 1000],
  ['1,079.90', '1,000', 1000],
])('beside %s the quantity %s is %d', async (price, quantity, expected) => {
  expect(await readOnlyRows(`sku;EK;PE\n1;${price};${quantity}`)).toMatchObject([
    { priceQuantity: expected },
  ]);
});

test.each([
  ...[
    ...['Währung', 'Waehrung', 'Whg.', 'Währ.', 'Currency', 'Curr.', 'EK Währung', 'Währung EK'],
    ...['Währungskürzel', 'Währungskennzeichen', 'Price currency code', 'Währung (EUR)'],
  ].map((name) => [name, undefined] as const),
  ['Währung', { columns: { articleNumber: 'sku', purchasePrice: 'price' } }] as const,
])('a row whose %s is another than the euro fails', async (name, csv) => {
  const rows = ['1;2,50;EUR', '2;2,50;€', '3;2,50;euro', '4;2,50;', '5;2,50;USD', '6;2,50;Fr.'];
  const items = await read([`sku;price;${name}`, ...rows].join('\n'), csv && { csv });
  expect(findings(items)).toEqual(['6 failed unsupported_currency', '7 failed unsupported_currency']);
  expect(items[4]).toMatchObject({
    errors: [{ field: null, message: 'has prices in "USD"; only euros are read' }],
  });
});

test('of several columns of currencies each must say euros', async () => {
  const items = await readAll('sku;EK;Währung;LP;Währung\n1;1,00;EUR;2,00;USD\n2;1,00;EUR;2,00;EUR\n3;1,00');
  expect(items[0]).toMatchObject({
    columns: ['articleNumber', 'purchasePrice', 'currency', 'listPrice', 'currency'].map((field) => ({
      field,
    })),
  });
  expect(items.map(({ kind }) => kind)).toEqual(['columns', 'failed', 'row', 'row']);
});

test.each([
  ...['USD', 'chf', 'DEM', 'Fr.', 'sFr.', 'CHF/St', 'US-Dollar', 'Schweizer Franken', 'Dollars', 'Pfund'],
  ...['$', 'US$', '£', 'CZK/ks', 'Kč', 'zł', 'Cent', 'ct/m', 'TEUR', 'T€', '="USD"'],
])('%s is another currency than the euro', async (cell) => {
  expect(findings(await read(`sku;price;Währung\n1;1,00;${cell}`))).toEqual([
    '2 failed unsupported_currency',
  ]);
});

test.each([
  ...[
    '',
    'EUR',
    'eur.',
    '€',
    '(€)',
    'Euro',
    'Euros',
    'EUR/St',
    'EUR/Stk',
    '€/m',
    'EUR netto',
    'Euro je Stück',
  ],
  ...['1', '1,00', '-', 'ja'],
])('a cell "%s" among currencies is no other than the euro', async (cell) => {
  expect(await readOnlyRows(`sku;price;Währung\n1;1,00;${cell}`)).toHaveLength(1);
});

test.each(['WKZ', 'Gewährleistung', 'Gewährleistungsfrist', 'Bewährt'])(
  '%s is no column of currencies',
  async (name) => {
    expect(await readOnlyRows(`sku;price;${name}\n1;1,00;CHF`)).toHaveLength(1);
  },
);

test('a discount is off a price of which nothing else is said, and off no purchase price', async () => {
  const [row, without] = await readOnlyRows('Artikelnummer;Preis;Rabatt %\n1;100,00;30\n2;50,00;0');
  expect(row).toMatchObject({ listPrice: '100', purchasePrice: '70', warnings: [] });
  expect(without).toMatchObject({ listPrice: '50', purchasePrice: '50', warnings: [] });
  const bought = await readOnlyRows('Artikelnummer;EK;Rabatt\n1;100,00;30\n2;50,00;0\n3;50,00;');
  expect(bought.map(({ purchasePrice }) => purchasePrice)).toEqual(['100', '50', '50']);
  expect(findings(bought)).toEqual(['2 row discount_ignored discountPercent']);
});

test('a separator that is given, or told by Excel, is used', async () => {
  expect(
    await readOnlyRows('sku|ean;price|2;1\n7|x;9|y', {
      csv: { separator: ';', columns: { articleNumber: 'sku|ean' } },
    }),
  ).toMatchObject([{ articleNumber: '7|x', line: 2 }]);
  expect(await readOnlyRows('sep=,\nsku,price\n7,2.50')).toMatchObject([{ articleNumber: '7', line: 3 }]);
});

test('titles above the header are passed over', async () => {
  const file =
    'Preisliste 2026;;\n"Sonnwerk GmbH, gültig ab März";;\n\nArtikelnummer;Name;Nettopreis\n1;x;2,50\n';
  expect(await readOnlyRows(file)).toMatchObject([{ articleNumber: '1', purchasePrice: '2.5', line: 5 }]);
});

test('a title that begins and ends as a header of DATANORM may is a title', async () => {
  const file = 'Verkaufspreise ab 2026-05\nArtikelnummer;Nettopreis\n1;2,50\n';
  expect(await readOnlyRows(file)).toMatchObject([{ articleNumber: '1', purchasePrice: '2.5', line: 3 }]);
});

test('inches and other quotes inside a cell stay', async () => {
  expect(await readOnlyRows('sku;name;price\n1;Rohr 3/4" lang;2,50\n2;"Profi" Modul;2,50')).toMatchObject([
    { name: 'Rohr 3/4" lang' },
    { name: '"Profi" Modul' },
  ]);
});

test('a mapping decides which columns are read, and passes on fields of products', async () => {
  const file = 'Nr;Text;Preis;Leistung Wp;EAN\n1;Modul;99,50;440;4006381333931';
  const columns = { articleNumber: 'Nr', name: 'text', purchasePrice: 'Preis', power: 'Leistung Wp' };
  expect(await readOnlyRows(file, { csv: { columns } })).toMatchObject([
    { articleNumber: '1', name: 'Modul', purchasePrice: '99.5', others: { power: '440' } },
  ]);
  expect(await readOnlyRows(file, { csv: { columns } })).not.toMatchObject([{ gtin: expect.anything() }]);
});

test('it is told how each file is read, before its rows', async () => {
  const files = [
    {
      name: 'a.csv',
      content: Buffer.from('Preisliste;;\nArt.-Nr.;"EK\nnetto €";Preis;Whg;;Lager\u0007\n1;2,50;3;;;'),
    },
    { name: 'b.csv', content: Buffer.from('nothing') },
    { name: 'c.csv', content: Buffer.from('sku;price\n1;2,50') },
  ];
  const items = await readAll(files);
  expect(items.map(({ kind, file }) => `${file} ${kind}`)).toEqual([
    'a.csv columns',
    'a.csv row',
    'b.csv unreadable',
    'c.csv columns',
    'c.csv row',
  ]);
  expect(items[0]).toMatchObject({
    columns: [
      { header: 'Art.-Nr.', field: 'articleNumber' },
      { header: 'EK netto €', field: 'purchasePrice' },
      { header: 'Preis', field: null },
      { header: 'Whg', field: 'currency' },
      { header: 'Lager\uFFFD', field: null },
    ],
  });
});

test('a mapping is told too, a column for each of its fields', async () => {
  const columns = { articleNumber: 'Nr', name: 'Nr', power: 'Wp' };
  const [told] = await readAll('Nr;Preis;Wp\n1;2;3', { csv: { columns } });
  expect(told).toMatchObject({
    columns: [
      { header: 'Nr', field: 'articleNumber' },
      { header: 'Nr', field: 'name' },
      { header: 'Preis', field: null },
      { header: 'Wp', field: 'power' },
    ],
  });
});

test('of endless columns the first are told, each in short', async () => {
  const header = [
    'sku',
    'price',
    'x'.repeat(500),
    ...Array.from({ length: 5_000 }, (_, index) => `c${index}`),
  ];
  const columns = { articleNumber: 'sku', name: 'sku' };
  const [told] = await readAll(`${header.join(';')}\n1;2,50`, { csv: { columns } });
  const read = told?.kind === 'columns' ? told.columns : [];
  expect(read).toHaveLength(1_000);
  expect(read[3]?.header).toHaveLength(200);
});

test('a column that is mapped twice says both', async () => {
  const columns = { name: 'Text', description: 'Text', purchasePrice: 'Preis', articleNumber: 'Nr' };
  expect(await readOnlyRows('Nr;Text;Preis\n1;Modul;99,50', { csv: { columns } })).toMatchObject([
    { articleNumber: '1', name: 'Modul', description: 'Modul', purchasePrice: '99.5' },
  ]);
});

test('a list price of 0 is none beside a purchase price', async () => {
  const [bought, neither] = await read('sku;listprice;price\n1;0,00;2,50\n2;0;');
  expect(bought).toMatchObject({ kind: 'row', purchasePrice: '2.5', warnings: [] });
  expect(bought).not.toHaveProperty('listPrice');
  expect(neither).toMatchObject({ kind: 'failed', errors: [{ code: 'invalid_price', field: 'listPrice' }] });
});

test('a price that rounds to zero for one unit is refused with a reason that is true', async () => {
  const [rounded, kept] = await read('sku;price;pe\n1;0,001;1000\n2;0,005;1000', {
    csv: { decimalMark: ',' },
  });
  expect(rounded).toMatchObject({
    errors: [
      {
        code: 'invalid_price',
        message:
          'must be an amount of euros that for one unit, rounded to five decimals, is above zero and below a billion, not "0.001"',
      },
    ],
  });
  expect(kept).toMatchObject({ kind: 'row', purchasePrice: '0.005', priceQuantity: 1000 });
});

test('cells for fields of products must be readable and short', async () => {
  const csv = { columns: { articleNumber: 'Nr', power: 'Wp' } };
  expect(findings(await read(`Nr;Wp\n1;\u0007\n2;${'x'.repeat(1_001)}`, { csv }))).toEqual([
    '2 failed invalid_characters power',
    '3 failed too_long power',
  ]);
});

test('a mapping to a column that is not there ends the file', async () => {
  const items = await read('Nr;Text\n1;x', { csv: { columns: { articleNumber: 'Nr', name: 'Titel' } } });
  expect(items).toMatchObject([
    {
      kind: 'unreadable',
      line: null,
      reason: { code: 'unknown_column', message: expect.stringContaining('"Titel"') },
    },
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
])('beside %s, %s means %s', async (telling, number, price) => {
  const rows = await readOnlyRows(`sku;price\n1;${telling}\n2;${number}`);
  expect(rows[1]).toMatchObject({ purchasePrice: price });
});

test('a number that can be read in two ways is not guessed', async () => {
  expect(findings(await read('sku;price\n1;1.234\n2;1,234\n3;17'))).toEqual([
    '2 failed ambiguous_number purchasePrice',
    '3 failed ambiguous_number purchasePrice',
  ]);
  expect(await readOnlyRows('sku;price\n1;1.234', { csv: { decimalMark: '.' } })).toMatchObject([
    { purchasePrice: '1.234' },
  ]);
});

test('every mistake of a row is told at once, with its field', async () => {
  const file = [
    'sku;ean;name;listprice;discount;price;pe;unit',
    `${'9'.repeat(101)};;x;-2;;-1;0;`,
    '1;;x;auf Anfrage;120;1,50;viele;Fass',
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
    '3 failed invalid_discount discountPercent',
    '4 failed missing_article_number articleNumber',
    '5 failed too_many_cells',
    '6 failed invalid_characters name',
  ]);
});

test('what a row holds is shown without its control characters', async () => {
  const [item] = await read(`sku;price\n1;\u0007\u0090${'x'.repeat(45)}`);
  expect(item?.kind === 'failed' && item.errors[0]?.message).toMatch(/not "\\u0007\uFFFDx+"$/);
});

test('what can be left out of a row is left out with a warning', async () => {
  const file = `sku;ean;name;listprice;price;pe;unit\n1;4006381333932;${'x'.repeat(300)};12,50;;3;Fass`;
  const [row] = await readOnlyRows(file);
  expect(row).not.toHaveProperty('gtin');
  expect(row?.name).toHaveLength(200);
  expect(findings(row ? [row] : [])).toEqual([
    '2 row text_shortened name',
    '2 row unknown_unit unit',
    '2 row invalid_gtin gtin',
    '2 row purchase_price_unknown purchasePrice',
    '2 row price_rounded listPrice',
  ]);
});

test('a quote that is never closed ends the file after the rows before it', async () => {
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
])('%j is refused as a whole', async (content, code) => {
  expect(await read(content)).toMatchObject([
    { kind: 'unreadable', line: null, reason: { code, field: null } },
  ]);
});

test.each([
  ['100 m', '', 'METER', 100],
  ['1.000 Stk.', '1', 'PIECE', 1000],
  ['100m', '100', 'METER', 100],
  ['1 Set', '10', 'SET', 10],
  ['H87', '', 'PIECE', 1],
  ['km', '', 'METER', 1000],
  ['KMT', '1', 'METER', 1000],
  ['2 km', '', 'METER', 2000],
  ['Tsd. Stk', '', 'PIECE', 1000],
  ['% m', '100', 'METER', 100],
  ['T3', '', 'PIECE', 1000],
  ['TSt', '', 'PIECE', 1000],
  ['TStk', '', 'PIECE', 1000],
  ['T.Stck.', '', 'PIECE', 1000],
  ['T Stück', '1000', 'PIECE', 1000],
  ['2 TStk', '', 'PIECE', 2000],
  ['HStk', '', 'PIECE', 100],
  ['Tm', '', 'METER', 1000],
  ['Stk', '1 TStk', 'PIECE', 1000],
  ['m', '1 km', 'METER', 1000],
  ['Stk', 'je Stk', 'PIECE', 1],
  ['Stk', '100 Stk', 'PIECE', 100],
  ['Stk', '100,0 Stk.', 'PIECE', 100],
  ['m', 'per 100 M', 'METER', 100],
])(
  'the unit %s beside the quantity "%s" is what the price is for',
  async (written, quantity, unit, priceQuantity) => {
    const rows = await readOnlyRows(`sku;price;unit;pe\n1;12,50;${written};${quantity}`);
    expect(rows).toMatchObject([{ unit, priceQuantity, purchasePrice: '12.5', warnings: [] }]);
  },
);

test('a unit and a quantity that contradict each other are an error', async () => {
  expect(findings(await read('sku;price;unit;pe\n1;12,50;100 m;10\n2;1;0 m;'))).toEqual([
    '2 failed conflicting_price_quantity unit',
    '3 failed invalid_price_quantity priceQuantity',
  ]);
});

test.each([
  ...['100,0 m', '1,000 St', 'je 100 m', '1/100 m', '10er Pack', '100', '100 Rollen', '0/00'],
  ...[
    'Tsd',
    'Tsd.',
    'Tausend',
    'Hundert',
    'hundertweise',
    'Dutzend',
    '%',
    '‰',
    'MIL',
    'CEN',
    'DZN',
    'Tsd Rollen',
  ],
  ...['T', 'H', 'C', 'T.', 'T Rollen', 'CStk', 'M Stk', 'c.Stück'],
])('the unit %s leaves open what the price is for, and is an error', async (unit) => {
  expect(findings(await read(`sku;price;unit\n1;12,50;${unit}`))).toEqual(['2 failed unclear_unit unit']);
});

test.each(['Millimeterrolle', 'Coil', 'Tonne', 'h', 't', 'Cst-Profil'])(
  'the unit %s only begins like a number: it is left out, and the price is for one',
  async (unit) => {
    const [row] = await readOnlyRows(`sku;price;unit\n1;12,50;${unit}`);
    expect(findings(row ? [row] : [])).toEqual(['2 row unknown_unit unit']);
  },
);

test.each([
  ...['1 Tsd', 'Tsd', '1 %', '100 Hundert', '1,0 km'],
  ...['M', 'C', 'H', 'T', 'm', 'Stk', 'je M', '1 M', '1 C', '1 H', '1 T', '100 Rollen'],
])('the quantity %s is no number of units', async (quantity) => {
  expect(findings(await read(`sku;price;pe\n1;12,50;${quantity}`))).toEqual([
    '2 failed invalid_price_quantity priceQuantity',
  ]);
});

test('a number that a spreadsheet has shortened is none', async () => {
  const file =
    'sku;ean;mpn;manufacturer;price\n1,23E+12;;;;1,00\n1;4,00638E+12;;;1,00\nA;;1.5e+10;M;1,00\n1E+02;;;;1,00\n1E5;;;;1,00';
  expect(findings(await read(file))).toEqual([
    '2 failed shortened_number articleNumber',
    '3 failed shortened_number gtin',
    '4 failed shortened_number manufacturerArticleNumber',
    '5 failed shortened_number articleNumber',
  ]);
});

test('a discount without a list price is pointed out, with a purchase price and without', async () => {
  expect(findings(await read('sku;listprice;discount;price\n1;;20;5,00\n2;;20;\n3;;0;'))).toEqual([
    '2 row discount_ignored discountPercent',
    '3 row discount_ignored discountPercent',
  ]);
});

test('a text that Excel keeps from being a number is that text', async () => {
  const file = 'sku;name;price\n="00124";"=""007""";="12,50"\n';
  expect(await readOnlyRows(file)).toMatchObject([
    { articleNumber: '00124', name: '007', purchasePrice: '12.5' },
  ]);
});
