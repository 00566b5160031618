import { expect, test } from 'vitest';
import { type JsonRow, readRows } from '../src/index.ts';

test('converts JSON rows to price list rows', () => {
  const rows = [
    ...readRows([
      { articleNumber: ' 0815 ', name: 'Kabel', purchasePrice: 0.1, priceQuantity: 100, unit: 'METER' },
      { gtin: '4006381333931', listPrice: '120.50', discountPercent: 25, name: null },
    ]),
  ];
  expect(rows).toEqual([
    {
      kind: 'row',
      file: null,
      line: 1,
      action: 'UPSERT',
      articleNumber: '0815',
      name: 'Kabel',
      purchasePrice: '0.1',
      priceQuantity: 100,
      unit: 'METER',
      warnings: [],
    },
    {
      kind: 'row',
      file: null,
      line: 2,
      action: 'UPSERT',
      gtin: '4006381333931',
      listPrice: '120.5',
      purchasePrice: '90.375',
      priceQuantity: 1,
      warnings: [],
    },
  ]);
});

test('warns about a discount without a list price', () => {
  const [row] = readRows([{ articleNumber: '1', purchasePrice: 100, discountPercent: 30 }]);
  expect(row).toMatchObject({ purchasePrice: '100', warnings: [{ code: 'discount_ignored' }] });
});

test.each([
  [null, ['missing_article_number']],
  [{ manufacturerArticleNumber: '1' }, ['missing_article_number']],
  [{ manufacturer: 'Nordkabel' }, ['missing_article_number']],
  [{ articleNumber: 7 }, ['invalid_text']],
  [{ articleNumber: '1', purchasePrice: 'viel' }, ['invalid_number']],
  [{ articleNumber: '1', purchasePrice: Number.NaN, listPrice: {} }, ['invalid_number', 'invalid_number']],
  [{ articleNumber: '1', purchasePrice: 1e300 }, ['invalid_price']],
  [{ articleNumber: '1', purchasePrice: 1e-300 }, ['invalid_price']],
  [{ articleNumber: '1', priceQuantity: 0.5 }, ['invalid_price_quantity']],
  [{ articleNumber: '\ud800' }, ['invalid_characters']],
])('rejects %j', (row, codes) => {
  const [result] = [...readRows([row as JsonRow])];
  expect(result?.kind === 'failed' && result.errors.map(({ code }) => code)).toEqual(codes);
});
