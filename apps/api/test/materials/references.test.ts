import { describe, expect, test } from 'vitest';
import { inverter, newMisc } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api, raisedBy } = (await openTestApi()).exampleCompany;

describe('a record in use', () => {
  test('cannot be deleted: a manufacturer with products, even archived ones', async () => {
    const { body: manufacturer } = await api.call('createManufacturer', { body: { name: 'In Gebrauch' } });
    const params = { id: manufacturer.id };
    const { id } = await newMisc(api, { manufacturerId: manufacturer.id });
    const count = async () => (await api.call('getManufacturer', { params })).body;
    expect(await count()).toEqual({ ...manufacturer, materialCount: 1 });
    for (const archived of [false, true]) {
      await api.call('updateMiscMaterial', { params: { id }, body: { archived } });
      const { status, error } = await api.call('deleteManufacturer', { params });
      expect({ status, error }).toEqual({ status: 409, error: 'manufacturer_in_use' });
    }
    await api.call('updateMiscMaterial', { params: { id }, body: { manufacturerId: null } });
    expect((await count()).materialCount).toBe(0);
    expect((await api.call('deleteManufacturer', { params })).status).toBe(204);
  });

  test('cannot be deleted: a mounting system of a roof', async () => {
    const { body: system } = await api.call('createSubconstruction', {
      body: { name: 'S8', manufacturerId: '5003', mountingType: 'ON_ROOF' },
    });
    const roof = { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
    const { body: project } = await api.call('createProject', {
      body: { customerId: '1001', roofs: [{ ...roof, subconstructionId: system.id }] },
    });
    const params = { id: system.id };
    const events = await raisedBy(async () => {
      const { status, error } = await api.call('deleteSubconstruction', { params });
      expect({ status, error }).toEqual({ status: 409, error: 'material_in_use' });
    });
    expect(events).toEqual([]);
    const roofId = String(project.roofs[0]?.id);
    await api.call('updateRoof', { params: { id: project.id, roofId }, body: { subconstructionId: null } });
    expect((await api.call('deleteSubconstruction', { params })).status).toBe(204);
  });

  test('a roof can reference only mounting systems', async () => {
    const body = {
      name: 'Dach',
      roofType: 'FLAT',
      azimuth: null,
      tilt: 0,
      subconstructionId: '4001',
    } as const;
    const { error, details } = await api.call('createRoof', { params: { id: '2001' }, body });
    expect({ error, details }).toMatchObject({
      error: 'unknown_reference',
      details: [
        {
          path: '/subconstructionId',
          message: 'refers to no subconstruction of your company',
        },
      ],
    });
  });
});

describe('compatible products', () => {
  test('must have the right kind', async () => {
    const { error, details } = await api.call('createBattery', {
      body: {
        name: 'S10',
        manufacturerId: '5002',
        usableCapacity: 10,
        compatibleInverterIds: ['4101', '4001', 'x'],
      },
    });
    expect(error).toBe('unknown_reference');
    expect(details?.map(({ path }) => path)).toEqual([
      '/compatibleInverterIds/1',
      '/compatibleInverterIds/2',
    ]);
  });

  test('are removed from a product when they are deleted, which updates the product', async () => {
    const { body: made } = await api.call('createInverter', { body: inverter });
    const { body: meter } = await api.call('createEquipment', {
      body: {
        name: 'Smart Meter',
        manufacturerId: '5002',
        forMaterialTypes: ['inverter'],
        compatibleMaterialIds: [made.id, '4101'],
      },
    });
    expect(meter.compatibleMaterialIds).toEqual(['4101', made.id]);
    await api.call('deleteInverter', { params: { id: made.id } });
    const { body: after } = await api.call('getEquipment', { params: { id: meter.id } });
    expect(after).toEqual({ ...meter, compatibleMaterialIds: ['4101'], updatedAt: after.updatedAt });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(meter.updatedAt));
  });
});
