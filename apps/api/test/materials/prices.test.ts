import type { Body } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { newMisc } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api } = (await openTestApi()).exampleCompany;

describe('selling prices', () => {
  test.each([
    [100, 19, 119],
    [10.005, 19, 11.91],
    [1.005, 0, 1.01],
    [0.125, 0, 0.13],
    [0.00001, 7, 0],
    [2.28313, 19, 2.72],
    [999_999_999.99999, 19, 1_190_000_000],
  ] as const)('of %d net with %d %% VAT are %d gross', async (net, vatRate, gross) => {
    const { sellingPrices } = await newMisc(api, { sellingPrices: [{ siteId: '11', net, vatRate }] });
    expect(sellingPrices).toEqual([{ siteId: '11', net, vatRate, gross }]);
  });

  test('have the VAT rate of the product, also when it changes', async () => {
    const sellingPrices = [{ siteId: '11', net: 100 }, { siteId: '12', net: 100, vatRate: 7 } as const];
    const { id } = await newMisc(api, { vatRate: 19, sellingPrices });
    const params = { id };
    const prices = async (body: Body<'updateMiscMaterial'>) => {
      const changed = (await api.call('updateMiscMaterial', { params, body })).body.sellingPrices;
      expect((await api.call('getMiscMaterial', { params })).body.sellingPrices).toEqual(changed);
      return changed.map(({ vatRate, gross }) => [vatRate, gross]);
    };
    expect(await prices({})).toEqual([
      [19, 119],
      [7, 107],
    ]);
    expect(await prices({ vatRate: 0 })).toEqual([
      [0, 100],
      [7, 107],
    ]);
  });

  test('that are sent back as read go on following the product', async () => {
    const { id, sellingPrices } = await newMisc(api, { sellingPrices: [{ siteId: '11', net: 100 }] });
    const params = { id };
    const read = sellingPrices.map(({ gross: _, ...price }) => ({ ...price, net: 90 }));
    await api.call('updateMiscMaterial', { params, body: { sellingPrices: read } });
    const { body } = await api.call('updateMiscMaterial', { params, body: { vatRate: 19 } });
    expect(body.sellingPrices).toEqual([{ siteId: '11', net: 90, vatRate: 19, gross: 107.1 }]);
  });

  test('whose own VAT rate becomes that of the product follow it from then on', async () => {
    const { id } = await newMisc(api, { sellingPrices: [{ siteId: '11', net: 100, vatRate: 7 }] });
    const params = { id };
    await api.call('updateMiscMaterial', { params, body: { vatRate: 7 } });
    const { body } = await api.call('updateMiscMaterial', { params, body: { vatRate: 19 } });
    expect(body.sellingPrices).toMatchObject([{ vatRate: 19, gross: 119 }]);
  });

  test('are unique per site, sorted by site and replaced in full', async () => {
    const { id, sellingPrices, updatedAt } = await newMisc(api, {
      sellingPrices: [
        { siteId: '12', net: 2 },
        { siteId: '11', net: 1 },
      ],
    });
    expect(sellingPrices.map(({ siteId }) => siteId)).toEqual(['11', '12']);
    const params = { id };
    const twice = [
      { siteId: '12', net: 1 },
      { siteId: '11', net: 1 },
      { siteId: '12', net: 1 },
    ];
    const { details } = await api.call('updateMiscMaterial', { params, body: { sellingPrices: twice } });
    expect(details).toMatchObject([{ path: '/sellingPrices/2/siteId', code: 'duplicate' }]);
    const { body } = await api.call('updateMiscMaterial', { params, body: { sellingPrices: [] } });
    expect(body.sellingPrices).toEqual([]);
    expect(body.updatedAt > updatedAt).toBe(true);
  });

  test('must reference sites of the company', async () => {
    const prices = [
      { siteId: '11', net: 1 },
      { siteId: '987654321', net: 1 },
    ];
    const { error, details } = await api.call('createMiscMaterial', {
      body: { name: 'Kabel', sellingPrices: prices },
    });
    expect({ error, details }).toMatchObject({
      error: 'unknown_reference',
      details: [{ path: '/sellingPrices/1/siteId' }],
    });
  });
});

test('purchasePriceUpdatedAt changes only with the purchase price', async () => {
  const { id, createdAt, purchasePriceUpdatedAt } = await newMisc(api, { purchasePrice: 0 });
  expect(purchasePriceUpdatedAt).toBe(createdAt);
  const params = { id };
  const after = async (body: Body<'updateMiscMaterial'>) =>
    (await api.call('updateMiscMaterial', { params, body })).body;
  expect((await after({ name: 'Leitung' })).purchasePriceUpdatedAt).toBe(createdAt);
  expect((await after({ purchasePrice: 0 })).purchasePriceUpdatedAt).toBe(createdAt);
  const priced = await after({ purchasePrice: 0.54795 });
  expect(priced.updatedAt > createdAt).toBe(true);
  expect(priced.purchasePriceUpdatedAt).toBe(priced.updatedAt);
});
