import { expect, test } from 'vitest';
import { readRows } from '../src/index.ts';
import { findings, read, readOnlyRows } from './read.ts';

test.each([
  'PE',
  'Preiseinheit',
  'Preisbasis',
  'Preis per',
  'Preis pro',
  'Preis je',
  'per',
  'Price unit',
  'Price per',
])('recognizes %s as a price quantity column', async (name) => {
  expect(await readOnlyRows(`Artikelnummer;Preis;${name}\n1;54,00;100`)).toMatchObject([
    { purchasePrice: '54', priceQuantity: 100 },
  ]);
});

test.each([
  'sku;EK pro Stück;PE\n1;12,30;100',
  'sku;EK €/Stk;unit\n1;12,30;100 Stk',
  'sku;Stückpreis;PE\n1;12,30;1000',
  'sku;EK €/m;ME\n1;1,20;KMT',
])(
  'rejects a price quantity other than 1 if the header says that the price is per unit: %j',
  async (file) => {
    const items = await read(file);
    expect(findings(items)).toEqual(['2 failed conflicting_price_quantity purchasePrice']);
    const [articleNumber = '', purchasePrice = '', priceQuantity = ''] = file.split(/[;\n]/);
    const csv = { columns: { articleNumber, purchasePrice, priceQuantity } };
    expect(findings(await read(file, { csv }))).toEqual([
      '2 failed conflicting_price_quantity purchasePrice',
    ]);
  },
);

test('rejects a list price per unit with another price quantity, and ignores empty cells of per-unit columns', async () => {
  const file = 'sku;LP;EK €/m;PE\n1;5,00;;100\n2;5,00;3,00;1';
  expect(findings(await read(file))).toEqual(['2 row purchase_price_unknown purchasePrice']);
  expect(findings(await read('sku;Listenpreis je Stück;EK;PE\n1;5,00;3,00;100'))).toEqual([
    '2 failed conflicting_price_quantity listPrice',
  ]);
});

test.each(['EK je Einheit', 'Einzelpreis'])('applies the price quantity to the column %s', async (name) => {
  expect(await readOnlyRows(`sku;${name};PE\n1;12,30;100`)).toMatchObject([{ priceQuantity: 100 }]);
});

test.each([
  ['1.079,90', '1,000', 1],
  ['1.079,90', '1.000', 1000],
  ['1,079.90', '1,000', 1000],
])('given the price %s, reads the quantity %s as %d', async (price, quantity, expected) => {
  expect(await readOnlyRows(`sku;EK;PE\n1;${price};${quantity}`)).toMatchObject([
    { priceQuantity: expected },
  ]);
});

test('explains why a price that rounds to zero per unit is rejected', async () => {
  const [rounded, kept] = await read('sku;price;pe\n1;0,001;1000\n2;0,005;1000', {
    csv: { decimalMark: ',' },
  });
  expect(rounded).toMatchObject({
    errors: [
      {
        code: 'invalid_price',
        message:
          'must be an amount in euros that, per unit and rounded to five decimals, is above zero and below a billion, or 0 for no price, not "0.001"',
      },
    ],
  });
  expect(kept).toMatchObject({ kind: 'row', purchasePrice: '0.005', priceQuantity: 1000 });
});

test.each([
  ['100 m', '', 'METER', 100],
  ['1.000 Stk.', '1', 'PIECE', 1000],
  ['100m', '100', 'METER', 100],
  ['1 Set', '10', 'SET', 10],
  ['H87', '', 'PIECE', 1],
  ['M', '', 'METER', 1],
  ['km', '', 'METER', 1000],
  ['KMT', '1', 'METER', 1000],
  ['2 km', '', 'METER', 2000],
  ['m', '1 km', 'METER', 1000],
  ['Stk', 'Stk', 'PIECE', 1],
  ['Stk', 'je Stk', 'PIECE', 1],
  ['Stk', '100 Stk', 'PIECE', 100],
  ['m', 'per 100 m', 'METER', 100],
])(
  'reads the unit %s with the quantity "%s" as price basis',
  async (written, quantity, unit, priceQuantity) => {
    const rows = await readOnlyRows(`sku;price;unit;pe\n1;12,50;${written};${quantity}`);
    expect(rows).toMatchObject([{ unit, priceQuantity, purchasePrice: '12.5', warnings: [] }]);
  },
);

test('rejects a unit that contradicts the quantity', async () => {
  expect(findings(await read('sku;price;unit;pe\n1;12,50;100 m;10\n2;1;0 m;'))).toEqual([
    '2 failed conflicting_price_quantity unit',
    '3 failed invalid_price_quantity priceQuantity',
  ]);
});

test.each([
  ...['Wp', 'Palette', 'Karton', 'Rolle', 'kg', 'Fass', 'VE', 'h', 't', 'Millimeterrolle', 'constructor'],
  ...['100,0 m', '1,000 St', 'je 100 m', '1/100 m', '10er Pack', '100', '100 Rollen', '0/00'],
  ...[
    'Tsd',
    'Tausend',
    'Dutzend',
    '%',
    '‰',
    'MIL',
    'CEN',
    'T3',
    'TStk',
    'HStk',
    'Tm',
    '% m',
    'T',
    'C',
    'M Stk',
  ],
])('rejects a price with the unknown unit %s', async (unit) => {
  for (const price of ['price', 'listprice']) {
    const [item, ...others] = await read(`sku;${price};unit\n1;12,50;${unit}`);
    expect(item).toMatchObject({ kind: 'failed', errors: [{ code: 'unclear_unit', field: 'unit' }] });
    expect(item?.kind === 'failed' && item.errors[0]?.message).toMatch(/Stk.*m.*km.*Set.*psch/);
    expect(others).toEqual([]);
  }
});

test('drops an unknown unit if there is no price', async () => {
  const [row] = await readOnlyRows('sku;price;unit\n1;;Palette');
  expect(row).not.toHaveProperty('unit');
  expect(findings(row ? [row] : [])).toEqual([
    '2 row unknown_unit unit',
    '2 row purchase_price_unknown purchasePrice',
  ]);
});

test.each(['Wp', 'Palette', 'TSt'])(
  'rejects a price with the unknown unit %s in DATANORM and JSON',
  async (unit) => {
    expect(findings(await read(`A;N;1;00;x;;2;0;${unit};100;`))).toEqual(['1 failed unclear_unit unit']);
    const [row] = readRows([{ articleNumber: '1', purchasePrice: 1, unit }]);
    expect(row).toMatchObject({ kind: 'failed', errors: [{ code: 'unclear_unit' }] });
  },
);

test.each([
  ...[
    '1 Tsd',
    'Tsd',
    '1 %',
    '100 Hundert',
    '1,0 km',
    '1 T',
    '1 C',
    '100 Rollen',
    'M',
    '1 M',
    'je M',
    '1 TStk',
  ],
])('rejects the price quantity %s', async (quantity) => {
  expect(findings(await read(`sku;price;pe\n1;12,50;${quantity}`))).toEqual([
    '2 failed invalid_price_quantity priceQuantity',
  ]);
});

test('rejects a price quantity in another unit', async () => {
  expect(findings(await read('sku;price;unit;pe\n1;12,50;Stk;100 m'))).toEqual([
    '2 failed conflicting_price_quantity unit',
  ]);
});
