import { expect, test } from 'vitest';
import { findings, read, readAll, readOnlyRows } from './read.ts';

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
])('recognises %s as a price column', async (name) => {
  expect(await readOnlyRows(`Artikelnummer;Bezeichnung;${name}\n1;x;2,50`)).toMatchObject([
    { name: 'x', purchasePrice: '2.5' },
  ]);
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
])('does not recognise %s as a price column in euros', async (name) => {
  expect(findings(await read(`sku;${name}\n1;2,50`))).toEqual(['null unreadable no_header']);
  const [row] = await readOnlyRows(`sku;${name};Listenpreis\n1;2,50;9,00`);
  expect(row).toMatchObject({ listPrice: '9' });
  expect(row).not.toHaveProperty('purchasePrice');
});

test('does not map a euro price to a dollar column', async () => {
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
  ['VK;PE;EK;PE', 'PE'],
  ['Menge;ME;Preis;ME', 'ME'],
  ['EK;EK', 'EK'],
  ['EK;Preis-Bezugsmenge 2', 'Preis-Bezugsmenge 2'],
])('rejects %s without a mapping, because %s may affect the price', async (header, unclear) => {
  const text = `sku;${header}\n1;${header.replace(/[^;]+/g, '10')}`;
  const items = await read(text);
  expect(findings(items)).toEqual(['null unreadable unclear_column']);
  expect(items).toMatchObject([{ reason: { message: expect.stringContaining(JSON.stringify(unclear)) } }]);
  const [price = ''] = header.split(';').filter((name) => /preis|EK/i.test(name));
  const csv = { columns: { articleNumber: 'sku', purchasePrice: price } };
  expect(await readOnlyRows(text, { csv })).toMatchObject([{ purchasePrice: '10' }]);
});

test.each([
  'EK;Rabatt 2',
  'Preis;Rabattgruppe',
  'Listenpreis;Rabatt;Rabattfähig',
  'EK;Verpackungseinheit;VPE;MwSt',
])('accepts the columns %s', async (header) => {
  expect(await readOnlyRows(`sku;${header}\n1;${header.replace(/[^;]+/g, '10')}`)).toHaveLength(1);
});

test('reads only mapped columns and passes on product fields', async () => {
  const file = 'Nr;Text;Preis;Leistung Wp;EAN\n1;Modul;99,50;440;4006381333931';
  const columns = { articleNumber: 'Nr', name: 'text', purchasePrice: 'Preis', power: 'Leistung Wp' };
  expect(await readOnlyRows(file, { csv: { columns } })).toMatchObject([
    { articleNumber: '1', name: 'Modul', purchasePrice: '99.5', others: { power: '440' } },
  ]);
  expect(await readOnlyRows(file, { csv: { columns } })).not.toMatchObject([{ gtin: expect.anything() }]);
});

test('reports the columns of each file before its rows', async () => {
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

test('reports a mapped column once per field', async () => {
  const columns = { articleNumber: 'Nr', name: 'Nr', power: 'Wp' };
  const [first] = await readAll('Nr;Preis;Wp\n1;2;3', { csv: { columns } });
  expect(first).toMatchObject({
    columns: [
      { header: 'Nr', field: 'articleNumber' },
      { header: 'Nr', field: 'name' },
      { header: 'Preis', field: null },
      { header: 'Wp', field: 'power' },
    ],
  });
});

test('limits the number and length of reported columns', async () => {
  const header = [
    'sku',
    'price',
    'x'.repeat(500),
    ...Array.from({ length: 5_000 }, (_, index) => `c${index}`),
  ];
  const columns = { articleNumber: 'sku', name: 'sku' };
  const [first] = await readAll(`${header.join(';')}\n1;2,50`, { csv: { columns } });
  const read = first?.kind === 'columns' ? first.columns : [];
  expect(read).toHaveLength(1_000);
  expect(read[3]?.header).toHaveLength(200);
});

test('maps one column to two fields', async () => {
  const columns = { name: 'Text', description: 'Text', purchasePrice: 'Preis', articleNumber: 'Nr' };
  expect(await readOnlyRows('Nr;Text;Preis\n1;Modul;99,50', { csv: { columns } })).toMatchObject([
    { articleNumber: '1', name: 'Modul', description: 'Modul', purchasePrice: '99.5' },
  ]);
});

test('rejects a mapping to a missing column', async () => {
  const items = await read('Nr;Text\n1;x', { csv: { columns: { articleNumber: 'Nr', name: 'Titel' } } });
  expect(items).toMatchObject([
    {
      kind: 'unreadable',
      line: null,
      reason: { code: 'unknown_column', message: expect.stringContaining('"Titel"') },
    },
  ]);
});
