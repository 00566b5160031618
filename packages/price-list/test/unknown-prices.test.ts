import { expect, test } from 'vitest';
import { readRows } from '../src/index.ts';
import { findings, read, readOnlyRows } from './read.ts';

const unknown = 'row purchase_price_unknown purchasePrice';

test.each([
  '',
  '0',
  '0,00',
  '0,00 €',
  '0,-',
  '-',
  '–',
  'auf Anfrage',
  'Preis auf Anfrage',
  'a. A.',
  'n/a',
  'on request',
])('reads the price "%s" as unknown', async (price) => {
  for (const file of [
    `sku;EK\n1;${price}`,
    `sku;Listenpreis;EK\n1;;${price}`,
    `sku;Listenpreis\n1;${price}`,
  ]) {
    const items = await readOnlyRows(file);
    expect(findings(items)).toEqual([`2 ${unknown}`]);
    expect(items[0]).not.toHaveProperty('purchasePrice');
    expect(items[0]).not.toHaveProperty('listPrice');
  }
});

test('derives the purchase price if it is 0 and there are a list price and a discount', async () => {
  expect(await readOnlyRows('sku;LP;Rabatt;EK\n1;100;30;0')).toMatchObject([
    { listPrice: '100', purchasePrice: '70', warnings: [] },
  ]);
  expect(findings(await read('sku;LP;EK\n1;100;0'))).toEqual([`2 ${unknown}`]);
});

test.each([{}, { purchasePrice: 0 }, { purchasePrice: '0.00', listPrice: 0 }, { listPrice: 12 }])(
  'reads the JSON price %j as unknown',
  (prices) => {
    expect(findings([...readRows([{ articleNumber: '1', ...prices }])])).toEqual([`1 ${unknown}`]);
  },
);

test.each([
  'A;N;1;00;x;;2;0;Stk;0;',
  'A;N;1;00;x;;2;0;Stk;;',
  'A;N;1;00;x;;1;0;Stk;100;',
  'A;N;1;00;x;;2;0;Stk;0;\nP;A;1;2;0;',
  'A;N;1;00;x;;2;0;Stk;0;\nP;A;1;2;;',
  'A;N;1;00;x;;2;0;Stk;100;\nP;A;1;2;0;',
  'B;N;1;KABEL; ; ;0;0;0;4006381333931;',
])('reads the DATANORM 4 price %j as unknown', async (file) => {
  const items = await readOnlyRows(file);
  expect(findings(items)).toEqual([`1 ${unknown}`]);
  expect(items[0]).not.toHaveProperty('purchasePrice');
});

test.each(['A;L;1;', 'A;X;1;2;'])('does not require a price for %s', async (file) => {
  expect(findings(await read(file))).toEqual([]);
});

test.each(['-1', '0,000001', 'a.a.O.', 'siehe Liste', 'n', '#WERT!x'])(
  'rejects the price %s',
  async (price) => {
    expect(findings(await read(`sku;EK\n1;${price}`))).toEqual(['2 failed invalid_price purchasePrice']);
  },
);
