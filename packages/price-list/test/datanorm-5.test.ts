import { expect, test } from 'vitest';
import { findings, read, readOnlyRows } from './read.ts';

const header = 'V;050;A;20260303;EUR;Sonnwerk GmbH;;;;;;;;;;';

function file(...records: string[]): string {
  return [header, ...records, `E;${records.length + 2};;`].join('\r\n');
}

test('reads price mark, price quantity and GTIN at their DATANORM 5 positions', async () => {
  const article =
    'A;N;M440;Modul 440;schwarz;PCE;2;100;987654;PV1;M;M1;MODUL;;;SW;SM440;;4006381333931;;5;;;T9;;;;;';
  const texts = ['T;N;T9;1;02;zwei;', 'T;N;T9;1;01;eins;'];
  expect(await readOnlyRows(file(article, ...texts))).toEqual([
    {
      kind: 'row',
      file: null,
      line: 2,
      action: 'NEW',
      articleNumber: 'M440',
      gtin: '4006381333931',
      name: 'Modul 440 schwarz',
      description: 'Modul 440\nschwarz\neins\nzwei',
      purchasePrice: '9876.54',
      priceQuantity: 100,
      unit: 'PIECE',
      discountGroup: 'PV1',
      warnings: [],
    },
  ]);
});

test.each([
  ['1;1', { listPrice: '500', priceQuantity: 1 }],
  ['2;1', { purchasePrice: '500', priceQuantity: 1 }],
  ['2;0', { purchasePrice: '500', priceQuantity: 1 }],
  ['2;', { purchasePrice: '500', priceQuantity: 1 }],
  ['1;25', { listPrice: '500', priceQuantity: 25 }],
])('reads the price mark and price quantity %s', async (markAndQuantity, expected) => {
  const [row] = await readOnlyRows(file(`A;N;W11;Wallbox;;PCE;${markAndQuantity};50000;;`));
  expect(row).toMatchObject(expected);
  expect(Object.keys(row ?? {}).filter((key) => key.endsWith('Price'))).toEqual(
    Object.keys(expected).filter((key) => key.endsWith('Price')),
  );
});

test.each([
  ['A;N;W11;Wallbox;;PCE;9;1;50000;', 'invalid_price_mark listPrice'],
  ['A;N;W11;Wallbox;;PCE;100;2;50000;', 'invalid_price_mark listPrice'],
  ['A;N;W11;Wallbox;;PCE;2;x;50000;', 'invalid_price_quantity priceQuantity'],
  ['B;N;W11;W12;', 'invalid_action'],
  ['B;;W11;', 'invalid_action'],
  ['B;A;W11;;', 'invalid_renumbering newArticleNumber'],
  ['B;L;;', 'missing_article_number articleNumber'],
  ['P;;2;1;100;', 'missing_article_number articleNumber'],
])('rejects %s', async (record, finding) => {
  expect(findings(await read(file(record)))).toEqual([`2 failed ${finding}`]);
});

test('renumbers or deletes an article by a B record', async () => {
  expect(await readOnlyRows(file('B;A;OLD1;NEW1;', 'B;L;OLD2;NEW2;20261231;'))).toMatchObject([
    { articleNumber: 'OLD1', action: 'RENUMBER', newArticleNumber: 'NEW1', warnings: [] },
    { articleNumber: 'OLD2', action: 'DELETE', warnings: [] },
  ]);
});

test('accepts a price record without an article, because it states the price quantity', async () => {
  const prices = [
    'P;M440;2;1;7990;PV1;',
    'P;W11;1;10;50000;WB;1;1000;1;500;;;20261001;',
    'P;K6;1;100;9000;KAB;',
  ];
  expect(await readOnlyRows(file(...prices, 'R;KAB;1;2500;Kabel;'))).toMatchObject([
    { articleNumber: 'M440', action: 'CHANGE', purchasePrice: '79.9', priceQuantity: 1 },
    { articleNumber: 'W11', listPrice: '500', purchasePrice: '427.5', priceQuantity: 10 },
    { articleNumber: 'K6', listPrice: '90', purchasePrice: '67.5', priceQuantity: 100 },
  ]);
});

test("prefers price records to the article record, and uses the article's discount group if a price record has none", async () => {
  const records = ['A;N;K6;Kabel;;MTR;1;100;10000;KAB;', 'P;K6;2;1;80;;', 'R;KAB;1;2500;Kabel;'];
  expect(findings(await read(file(...records)))).toEqual([
    '2 failed conflicting_price_quantity priceQuantity',
  ]);
  expect(await readOnlyRows(file(...records).replace('P;K6;2;1;80', 'P;K6;2;100;8000'))).toMatchObject([
    { listPrice: '100', purchasePrice: '80', priceQuantity: 100, unit: 'METER' },
  ]);
  expect(await readOnlyRows(file(...records).replace('P;K6;2;1;80', 'P;K6;1;10;1000'))).toMatchObject([
    { listPrice: '10', purchasePrice: '7.5', priceQuantity: 10 },
  ]);
});
