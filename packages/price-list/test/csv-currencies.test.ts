import { expect, test } from 'vitest';
import { findings, read, readAll, readOnlyRows } from './read.ts';

test.each([
  ...[
    ...['Währung', 'Waehrung', 'Whg.', 'Währ.', 'Currency', 'Curr.', 'EK Währung', 'Währung EK'],
    ...['Währungskürzel', 'Währungskennzeichen', 'Price currency code', 'Währung (EUR)'],
  ].map((name) => [name, undefined] as const),
  ['Währung', { columns: { articleNumber: 'sku', purchasePrice: 'price' } }] as const,
])('rejects a row whose %s is not the euro', async (name, csv) => {
  const rows = ['1;2,50;EUR', '2;2,50;€', '3;2,50;euro', '4;2,50;', '5;2,50;USD', '6;2,50;Fr.'];
  const items = await read([`sku;price;${name}`, ...rows].join('\n'), csv && { csv });
  expect(findings(items)).toEqual(['6 failed unsupported_currency', '7 failed unsupported_currency']);
  expect(items[4]).toMatchObject({
    errors: [{ field: null, message: 'has prices in "USD"; only euros are supported' }],
  });
});

test('requires euros in every currency column', async () => {
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
])('recognizes %s as a foreign currency', async (cell) => {
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
  ...['1', '1,00', '-', '1,08 EUR'],
])('accepts "%s" in a currency column', async (cell) => {
  expect(await readOnlyRows(`sku;price;Währung\n1;1,00;${cell}`)).toHaveLength(1);
});

test.each(['WKZ', 'Gewährleistung', 'Gewährleistungsfrist', 'Bewährt'])(
  'does not treat %s as a currency column',
  async (name) => {
    expect(await readOnlyRows(`sku;price;${name}\n1;1,00;CHF`)).toHaveLength(1);
  },
);
