import { expect, test } from 'vitest';
import { unitPrice } from '../src/index.ts';
import { findings, read, readOnlyRows } from './read.ts';

/** An article record without a price; price records supply it. */
const articleWithoutPrice = (articleNumber: string) => `A;N;${articleNumber};00;Rohr;;1;0;m;0;;;;`;

const cable = 'A;N;QBMK10208R;50;Brandmeldekabel rot;;1;3;M;228313;2AED; ; ;';

test('keeps all digits of a price per 1000', async () => {
  const [row] = await readOnlyRows(cable);
  expect(row).toMatchObject({
    listPrice: '2283.13',
    priceQuantity: 1000,
    unit: 'METER',
    discountGroup: '2AED',
  });
  expect(unitPrice('2283.13', 1000)).toBe('2.28313');
});

test('applies a rate to a list price per 1000', async () => {
  const [row] = await readOnlyRows(`${cable}\nP;A;QBMK10208R;1;228313;1;7600;;;;;`);
  expect(row).toMatchObject({ listPrice: '2283.13', purchasePrice: '547.9512', priceQuantity: 1000 });
  expect(unitPrice('547.9512', 1000)).toBe('0.54795');
});

test('applies the discounts of three articles on one line', async () => {
  const articles = ['RG6040640U1', 'RG6050840U1', 'RG6060950U1'].map(articleWithoutPrice).join('\n');
  const rows = await readOnlyRows(
    `${articles}\nP;A;RG6040640U1;1;85700;1;5500;;;;;RG6050840U1;1;107300;1;5500;;;;;RG6060950U1;1;161200;1;5500;;;;;`,
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
])('reads %s as a purchase price of %s', async (line, purchasePrice) => {
  const [, , articleNumber = ''] = line.split(';');
  expect(await readOnlyRows(`${articleWithoutPrice(articleNumber)}\n${line}`)).toMatchObject([
    { purchasePrice },
  ]);
});

test('rejects a price if no record states its price quantity', async () => {
  const price = 'P;A;QBMK10208R;1;228313;1;7600;;;;;';
  expect(findings(await read(price))).toEqual(['1 failed price_quantity_unknown priceQuantity']);
  expect(await read(price)).toMatchObject([{ articleNumber: 'QBMK10208R' }]);
});

test('rounds half a hundred-thousandth away from zero', () => {
  expect(unitPrice('0.00005', 10)).toBe('0.00001');
  expect(unitPrice('1.000025', 1)).toBe('1.00003');
  expect(unitPrice('2', 3)).toBe('0.66667');
});

test('prefers a price record to the price of the article record', async () => {
  expect(await readOnlyRows('A;N;1;00;x;;2;0;Stk;10000;\nP;A;1;2;9000;')).toMatchObject([
    { purchasePrice: '90' },
  ]);
  expect(await readOnlyRows('A;N;1;00;x;;1;0;Stk;10000;\nP;A;1;1;9000;1;0;')).toMatchObject([
    { listPrice: '90', purchasePrice: '90' },
  ]);
});

test('warns about doubtful prices', async () => {
  const warnings = async (file: string) => findings(await readOnlyRows(file));
  const article = 'A;N;1;00;x;;2;0;Stk;10000;';
  expect(await warnings(`${article}\nP;A;1;3;9000;`)).toEqual(['1 row factory_price_ignored purchasePrice']);
  expect(await warnings(`${article}\nP;A;1;2;9000;\nP;A;1;2;8000;`)).toEqual([
    '1 row second_price purchasePrice',
  ]);
  expect(await warnings(`${article}\nP;A;1;2;9000;\nP;A;1;2;9000;`)).toEqual([]);
});

test('uses the net price as the purchase price if there is also a list price', async () => {
  const article = 'A;N;899977;00;Schalter;;1;0;Stk;10000;HB86; ; ;';
  expect(await readOnlyRows(`${article}\nP;A;899977;2;9000;;;;;;;`)).toMatchObject([
    { listPrice: '100', purchasePrice: '90', unit: 'PIECE' },
  ]);
  expect(
    await readOnlyRows(`${articleWithoutPrice('7')}\nP;A;7;1;39000;1;0;;;;;7;2;25521;;;;;;;`),
  ).toMatchObject([{ listPrice: '390', purchasePrice: '255.21' }]);
});
