import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codes, type Import, misc, outcome, statuses } from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { database, newPriceListCompany } = await openTestApi();

describe('a known product', async () => {
  const company = await newPriceListCompany();

  test('gets the values of the row and keeps the others', async () => {
    const id = await company.add({
      articleNumber: 'K-1',
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
    });
    const { changes } = await outcome(company, {
      articleNumber: 'K-1',
      manufacturerArticleNumber: 'M-1',
      gtin: '4006381333931',
      unit: 'm',
      manufacturer: 'Nordkabel',
    });
    expect(changes.map(({ field }) => field)).toEqual(['unit', 'manufacturerArticleNumber', 'gtin']);
    expect(await company.read(id)).toMatchObject({
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
      unit: 'METER',
      manufacturerId: null,
    });
  });

  test('gets a manufacturer article number only from a row with its own manufacturer', async () => {
    const number = { manufacturerId: company.manufacturerId, manufacturerArticleNumber: 'NK-1' };
    const id = await company.add({ articleNumber: 'K-4', ...number });
    const row = { articleNumber: 'K-4', manufacturerArticleNumber: 'ZZ-9' };
    for (const manufacturer of ['Zweite AG', null]) {
      const { status, warnings } = await outcome(company, { ...row, manufacturer });
      expect([status, ...codes(warnings)]).toEqual([
        'UNCHANGED',
        ['purchase_price_unknown', 'purchasePrice'],
        ['manufacturer_number_ignored', 'manufacturerArticleNumber'],
      ]);
    }
    expect(await company.read(id)).toMatchObject(number);
    expect(await outcome(company, { ...row, manufacturer: 'nordkabel' })).toMatchObject({
      changes: [{ field: 'manufacturerArticleNumber', from: 'NK-1', to: 'ZZ-9' }],
      warnings: [{ code: 'purchase_price_unknown' }],
    });
  });

  test('keeps its material type', async () => {
    await company.add({ articleNumber: 'K-2' });
    const row = { articleNumber: 'K-2', materialType: 'pv_module', purchasePrice: 1 };
    expect(codes((await outcome(company, row)).errors)).toEqual([['type_mismatch', 'materialType']]);
    expect(await outcome(company, { ...row, materialType: 'MISC' })).toMatchObject({ status: 'UPDATED' });
  });

  test.each([
    [10, 15, []],
    [10, 15.01, ['large_price_change']],
    [10, 4.99, ['large_price_change']],
    [0, 100, []],
  ])('with a price change from %d to %d has the warnings %j', async (from, to, expected) => {
    const articleNumber = `K-${from}-${to}`;
    await company.add({ articleNumber, purchasePrice: from });
    const { warnings } = await outcome(company, { articleNumber, purchasePrice: to });
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });

  test('keeps the VAT rate of a selling price when the markup changes the price', async () => {
    const sellingPrices = [{ siteId: company.siteId, net: 1, vatRate: 19 as const }];
    const id = await company.add({ articleNumber: 'K-3', sellingPrices });
    const markup = [{ siteId: company.siteId, percent: 33.3 }];
    await outcome(company, { articleNumber: 'K-3', purchasePrice: 0.54795 }, { markup });
    // 0.54795 × 1.333 = 0.73041735
    expect((await company.read(id)).sellingPrices).toEqual([
      { siteId: company.siteId, net: 0.73042, vatRate: 19, gross: 0.87 },
    ]);
  });
});

test('rejects prices that reach a billion by rounding or markup', async () => {
  const company = await newPriceListCompany();
  const prices = [999_999_999.99999, 999_999_999.999999, 600_000_000];
  const rows = prices.map((purchasePrice, index) => ({
    articleNumber: `P-${index}`,
    name: 'x',
    purchasePrice,
  }));
  const body: Import = { ...misc, rows };
  expect(statuses(await company.import({ ...body, dryRun: true }))).toEqual(['CREATED', 'FAILED', 'CREATED']);
  const { results } = await company.import({ ...body, markup: [{ siteId: company.siteId, percent: 70 }] });
  expect(results.map(({ errors }) => codes(errors))).toEqual([
    [['selling_price_too_high', 'purchasePrice']],
    [['invalid_price', 'purchasePrice']],
    [['selling_price_too_high', 'purchasePrice']],
  ]);
});

test('an import has a later time than the last change, even if the clock was set back', async () => {
  const company = await newPriceListCompany();
  const id = await company.add({ articleNumber: 'T', name: 'Kabel', purchasePrice: 1 });
  await sql`
    update material set updated_at = '2199-01-01T00:00:00Z' where company_id = ${company.id} and id = ${id}
  `.execute(database.kysely);
  const rows = [{ articleNumber: 'T', name: 'Klemme', purchasePrice: 1.1 }];
  const [event] = await company.raisedBy(() => company.import({ rows }));
  const time = '2199-01-01T00:00:00.001Z';
  expect(event).toMatchObject({ type: 'material.updated', createdAt: time });
  expect(await company.read(id)).toMatchObject({ updatedAt: time, purchasePriceUpdatedAt: time });
});
