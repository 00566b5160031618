import { expect, test } from 'vitest';
import { unitPrice } from '../src/index.ts';
import { readOnlyRows } from './read.ts';

const cable = 'A;N;QBMK10208R;50;Brandmeldekabel rot;;1;3;M;228313;2AED; ; ;';

test('a price per 1000 keeps all its digits', async () => {
  const [row] = await readOnlyRows(cable);
  expect(row).toMatchObject({
    listPrice: '2283.13',
    priceQuantity: 1000,
    unit: 'METER',
    discountGroup: '2AED',
  });
  expect(unitPrice('2283.13', 1000)).toBe('2.28313');
});

test('a rate takes its part off the list price of 1000', async () => {
  const [row] = await readOnlyRows(`${cable}\nP;A;QBMK10208R;1;228313;1;7600;;;;;`);
  expect(row).toMatchObject({ listPrice: '2283.13', purchasePrice: '547.9512', priceQuantity: 1000 });
  expect(unitPrice('547.9512', 1000)).toBe('0.54795');
});

test('three articles in one line are discounted each', async () => {
  const rows = await readOnlyRows(
    'P;A;RG6040640U1;1;85700;1;5500;;;;;RG6050840U1;1;107300;1;5500;;;;;RG6060950U1;1;161200;1;5500;;;;;',
  );
  expect(
    rows.map(({ articleNumber, listPrice, purchasePrice }) => [articleNumber, listPrice, purchasePrice]),
  ).toEqual([
    ['RG6040640U1', '857', '385.65'],
    ['RG6050840U1', '1073', '482.85'],
    ['RG6060950U1', '1612', '725.4'],
  ]);
});

test.each([
  ['P;A;QATA207569014;1;300;1;3700;', '1.89'],
  ['P;A;996633;1;10000;1;1000;', '90'],
])('%s costs %s', async (line, purchasePrice) => {
  expect(await readOnlyRows(line)).toMatchObject([{ purchasePrice }]);
});

test('a net price beside the list price is what is paid', async () => {
  const article = 'A;N;899977;00;Schalter;;1;0;Stk;10000;HB86; ; ;';
  expect(await readOnlyRows(`${article}\nP;A;899977;2;9000;;;;;;;`)).toMatchObject([
    { listPrice: '100', purchasePrice: '90', unit: 'PIECE' },
  ]);
  expect(await readOnlyRows('P;A;7;1;39000;1;0;;;;;7;2;25521;;;;;;;')).toMatchObject([
    { listPrice: '390', purchasePrice: '255.21' },
  ]);
});
