import type { Material } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { pvModule } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api, raisedBy } = (await openTestApi()).exampleCompany;

/** Returns the data of a product's event. */
function eventData({ id, materialType, name, archived, manufacturerId }: Material) {
  return { id, materialType, name, archived, manufacturerId };
}

describe('events of products', () => {
  test('material.created and material.deleted are raised once, with the key fields', async () => {
    let created = {} as Material;
    const events = await raisedBy(async () => {
      created = (await api.call('createPvModule', { body: { ...pvModule, description: 'secret' } })).body;
      await api.call('deletePvModule', { params: { id: created.id } });
    });
    expect(events).toMatchObject([
      { type: 'material.created', createdAt: created.createdAt, data: eventData(created) },
      { type: 'material.deleted', data: eventData(created) },
    ]);
    expect(events[0]?.data).toEqual(eventData(created));
  });

  test.each([{ name: 'Neu' }, { archived: true }, { manufacturerId: '5002', purchasePrice: 1, voc: 40 }])(
    'material.updated is raised once for %j',
    async (body) => {
      const { body: before } = await api.call('createPvModule', { body: pvModule });
      let after = before;
      const events = await raisedBy(async () => {
        after = (await api.call('updatePvModule', { params: { id: before.id }, body })).body;
      });
      expect(events).toEqual([
        {
          id: expect.any(String),
          type: 'material.updated',
          createdAt: after.updatedAt,
          data: eventData(after),
        },
      ]);
    },
  );

  test('are not raised for prices and other fields that they do not contain', async () => {
    const { body: before } = await api.call('createPvModule', { body: pvModule });
    const params = { id: before.id };
    const events = await raisedBy(async () => {
      for (const body of [
        { purchasePrice: 99.5 },
        { sellingPrices: [{ siteId: '11', net: 120 }] },
        { voc: 40, description: 'neu', gtin: '4006381333931', supplier: 'Harz' },
        { name: before.name, archived: false, manufacturerId: '5001', purchasePrice: 1 },
      ]) {
        const { body: after } = await api.call('updatePvModule', { params, body });
        expect(after).toMatchObject('sellingPrices' in body ? {} : body);
      }
    });
    expect(events).toEqual([]);
  });
});
