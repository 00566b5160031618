import { describe, expect, test } from 'vitest';
import { inverter, newMisc, pvModule, tracker } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api } = (await openTestApi()).exampleCompany;

describe('a new product', () => {
  test('of kind misc needs only a name', async () => {
    const material = await newMisc(api);
    expect(material).toMatchObject({
      materialType: 'misc',
      archived: false,
      manufacturerId: null,
      unit: 'PIECE',
      vatRate: 0,
      purchasePrice: 0,
      purchasePriceUpdatedAt: null,
      sellingPrices: [],
      autoAdd: false,
      quantityRule: 'FIXED',
      defaultQuantity: 1,
    });
    expect(material.updatedAt).toBe(material.createdAt);
  });

  test.each([
    [['wallbox'], 19],
    [['wallbox', 'inverter'], 0],
    [['inverter'], 0],
  ] as const)(
    'has the VAT rate of its kind: equipment for %j has %d %%',
    async (forMaterialTypes, vatRate) => {
      const sellingPrices = [{ siteId: '11', net: 100 }];
      const { body } = await api.call('createEquipment', {
        body: {
          name: 'Halter',
          manufacturerId: '5002',
          forMaterialTypes: [...forMaterialTypes],
          sellingPrices,
        },
      });
      expect(body).toMatchObject({ vatRate, sellingPrices: [{ vatRate }] });
      await api.call('deleteEquipment', { params: { id: body.id } });
    },
  );

  test('has all fields of its kind, null by default', async () => {
    const wallbox = await api.call('createWallbox', {
      body: { name: 'Charge 11', manufacturerId: '5002', chargingPower: 11_000, phases: 3 },
    });
    expect(wallbox.body).toMatchObject({ vatRate: 19, connector: null, rfid: null });
    const system = await api.call('createSubconstruction', {
      body: { name: 'S8', manufacturerId: '5003', mountingType: 'ON_ROOF' },
    });
    expect(system.body).toMatchObject({ priceBasis: 'PER_MODULE', roofTypes: [], coverings: [] });
    const { body } = await api.call('createInverter', { body: inverter });
    expect(body.mppTrackers).toEqual([
      {
        ...tracker,
        name: null,
        maxInputCurrentPerInput: null,
        maxShortCircuitCurrent: null,
        maxPower: null,
      },
    ]);
  });

  test('is the same in the collection of its kind and in that of all kinds', async () => {
    const { body } = await api.call('createPvModule', { body: pvModule });
    const own = await api.call('getPvModule', { params: { id: body.id } });
    const all = await api.call('getMaterial', { params: { type: 'pv_module', id: body.id } });
    expect(all.text).toBe(own.text);
    expect(all.headers.get('etag')).toBe(own.headers.get('etag'));
    expect(own.body).toEqual(body);
  });

  test('is not found under another or an unknown kind', async () => {
    const never = await api.call('getMaterial', { params: { type: 'pv_module', id: '987654321' } });
    for (const type of ['inverter', 'PV_MODULE', 'nonsense', 'constructor', '__proto__']) {
      const { status, text } = await api.call('getMaterial', { params: { type, id: '4001' } });
      expect([type, status, text]).toEqual([type, 404, never.text]);
    }
    const params = { id: '4001' };
    expect((await api.call('getInverter', { params })).status).toBe(404);
    expect((await api.call('updateInverter', { params, body: { name: 'x' } })).status).toBe(404);
    expect((await api.call('deleteInverter', { params })).status).toBe(404);
    expect((await api.call('getPvModule', { params })).status).toBe(200);
  });
});
