import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codes, type Import, misc, openShops, outcome, statuses } from '../support/shop.ts';

const { database, newShop } = await openShops();

describe('a known product', async () => {
  const shop = await newShop();

  test('takes what the row says, and keeps the rest', async () => {
    const id = await shop.add({
      articleNumber: 'K-1',
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
    });
    const { changes } = await outcome(shop, {
      articleNumber: 'K-1',
      manufacturerArticleNumber: 'M-1',
      gtin: '4006381333931',
      unit: 'm',
      manufacturer: 'Nordkabel',
    });
    expect(changes.map(({ field }) => field)).toEqual(['unit', 'manufacturerArticleNumber', 'gtin']);
    expect(await shop.read(id)).toMatchObject({
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
      unit: 'METER',
      manufacturerId: null,
    });
  });

  test('takes a number at a manufacturer with its own manufacturer alone', async () => {
    const number = { manufacturerId: shop.manufacturerId, manufacturerArticleNumber: 'NK-1' };
    const id = await shop.add({ articleNumber: 'K-4', ...number });
    const row = { articleNumber: 'K-4', manufacturerArticleNumber: 'ZZ-9' };
    for (const manufacturer of ['Zweite AG', null]) {
      const { status, warnings } = await outcome(shop, { ...row, manufacturer });
      expect([status, ...codes(warnings)]).toEqual([
        'UNCHANGED',
        ['purchase_price_unknown', 'purchasePrice'],
        ['manufacturer_number_ignored', 'manufacturerArticleNumber'],
      ]);
    }
    expect(await shop.read(id)).toMatchObject(number);
    expect(await outcome(shop, { ...row, manufacturer: 'nordkabel' })).toMatchObject({
      changes: [{ field: 'manufacturerArticleNumber', from: 'NK-1', to: 'ZZ-9' }],
      warnings: [{ code: 'purchase_price_unknown' }],
    });
  });

  test('keeps its kind', async () => {
    await shop.add({ articleNumber: 'K-2' });
    const row = { articleNumber: 'K-2', materialType: 'pv_module', purchasePrice: 1 };
    expect(codes((await outcome(shop, row)).errors)).toEqual([['type_mismatch', 'materialType']]);
    expect(await outcome(shop, { ...row, materialType: 'MISC' })).toMatchObject({ status: 'UPDATED' });
  });

  test.each([
    [10, 15, []],
    [10, 15.01, ['large_price_change']],
    [10, 4.99, ['large_price_change']],
    [0, 100, []],
  ])('that cost %d and costs %d has the warnings %j', async (from, to, expected) => {
    const articleNumber = `K-${from}-${to}`;
    await shop.add({ articleNumber, purchasePrice: from });
    const { warnings } = await outcome(shop, { articleNumber, purchasePrice: to });
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });

  test('keeps the VAT of a selling price that the mark-up changes', async () => {
    const sellingPrices = [{ siteId: shop.siteId, net: 1, vatRate: 19 as const }];
    const id = await shop.add({ articleNumber: 'K-3', sellingPrices });
    const markup = [{ siteId: shop.siteId, percent: 33.3 }];
    await outcome(shop, { articleNumber: 'K-3', purchasePrice: 0.54795 }, { markup });
    // 0.54795 × 1.333 = 0.73041735
    expect((await shop.read(id)).sellingPrices).toEqual([
      { siteId: shop.siteId, net: 0.73042, vatRate: 19, gross: 0.87 },
    ]);
  });
});

test('a price of nearly a billion is one, and one that rounds to it or is marked up to it is none', async () => {
  const shop = await newShop();
  const prices = [999_999_999.99999, 999_999_999.999999, 600_000_000];
  const rows = prices.map((purchasePrice, index) => ({
    articleNumber: `P-${index}`,
    name: 'x',
    purchasePrice,
  }));
  const body: Import = { ...misc, rows };
  expect(statuses(await shop.import({ ...body, dryRun: true }))).toEqual(['CREATED', 'FAILED', 'CREATED']);
  const { results } = await shop.import({ ...body, markup: [{ siteId: shop.siteId, percent: 70 }] });
  expect(results.map(({ errors }) => codes(errors))).toEqual([
    [['selling_price_too_high', 'purchasePrice']],
    [['invalid_price', 'purchasePrice']],
    [['selling_price_too_high', 'purchasePrice']],
  ]);
});

test('a change is later than the one before it, also after the clock was set back', async () => {
  const shop = await newShop();
  const id = await shop.add({ articleNumber: 'T', name: 'Kabel', purchasePrice: 1 });
  await sql`
    update material set updated_at = '2199-01-01T00:00:00Z' where company_id = ${shop.id} and id = ${id}
  `.execute(database.kysely);
  const rows = [{ articleNumber: 'T', name: 'Klemme', purchasePrice: 1.1 }];
  const [event] = await shop.raisedBy(() => shop.import({ rows }));
  const time = '2199-01-01T00:00:00.001Z';
  expect(event).toMatchObject({ type: 'material.updated', createdAt: time });
  expect(await shop.read(id)).toMatchObject({ updatedAt: time, purchasePriceUpdatedAt: time });
});
