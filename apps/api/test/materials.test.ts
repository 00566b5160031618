import type { Body, Material } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { namedExample } from './support/contract-document.ts';
import { moduleData } from './support/module-data.ts';
import { openTestApi } from './support/test-api.ts';

const { story, addCompany } = await openTestApi();
const { api, raisedBy } = story;

const module: Body<'createPvModule'> = {
  name: 'SK 440',
  manufacturerId: '5001',
  ...moduleData,
};

const tracker = { inputCount: 2, mppVoltageMin: 200, mppVoltageMax: 850, maxInputCurrent: 32 };

const inverter: Body<'createInverter'> = {
  name: 'Hybrid 10',
  manufacturerId: '5002',
  acPower: 10_000,
  phases: 3,
  maxDcVoltage: 1000,
  mppTrackers: [tracker],
};

async function newMisc(body: Partial<Body<'createMiscMaterial'>> = {}) {
  const answer = await api.call('createMiscMaterial', { body: { name: 'Kabel', ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** What an event tells of a product. */
function told({ id, materialType, name, archived, manufacturerId }: Material) {
  return { id, materialType, name, archived, manufacturerId };
}

describe('a new product', () => {
  test('of no particular kind needs no more than its name', async () => {
    const material = await newMisc();
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

  test('of any kind has all its fields, empty where nothing was said', async () => {
    const wallbox = await api.call('createWallbox', {
      body: { name: 'Charge 11', manufacturerId: '5002', chargingPower: 11_000, phases: 3 },
    });
    expect(wallbox.body).toMatchObject({ vatRate: 19, connector: null, rfid: null });
    const system = await api.call('createSubconstruction', {
      body: { name: 'S8', manufacturerId: '5003', mountingType: 'ON_ROOF' },
    });
    expect(system.body).toMatchObject({ priceUnit: 'PER_MODULE', roofTypes: [], coverings: [] });
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

  test('is read alike in the collection of its kind and in that of all', async () => {
    const { body } = await api.call('createPvModule', { body: module });
    const own = await api.call('getPvModule', { params: { id: body.id } });
    const all = await api.call('getMaterial', { params: { type: 'pv_module', id: body.id } });
    expect(all.text).toBe(own.text);
    expect(all.headers.get('etag')).toBe(own.headers.get('etag'));
    expect(own.body).toEqual(body);
  });

  test('is not found under another kind, nor under one that is none', async () => {
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

describe('data that contradicts itself is refused, naming the field and the reason:', () => {
  const modules: [string, Partial<typeof module>, string, string][] = [
    ['an open-circuit voltage at the MPP voltage', { voc: 33.12 }, '/voc', 'must be above vmpp (33.12 V)'],
    [
      'a short-circuit current below that at the MPP',
      { isc: 13 },
      '/isc',
      'must not be below impp (13.29 A)',
    ],
    [
      'a power that is not voltage by current',
      { power: 500 },
      '/power',
      'within 10 % of vmpp × impp (440.2 W)',
    ],
  ];
  test.each(modules)('%s', async (_what, wrong, path, reason) => {
    const { error, details } = await api.call('createPvModule', { body: { ...module, ...wrong } });
    expect(error).toBe('invalid_request');
    expect(details).toEqual([
      { in: 'body', path, code: 'contradiction', message: expect.stringContaining(reason) },
    ]);
  });

  const inverters: [string, Partial<typeof inverter>, string][] = [
    [
      'a reversed MPP window',
      { mppTrackers: [tracker, { ...tracker, mppVoltageMin: 900 }] },
      '/mppTrackers/1/mppVoltageMin',
    ],
    [
      'an MPP window above what the inverter stands',
      { mppTrackers: [{ ...tracker, mppVoltageMax: 1001 }] },
      '/mppTrackers/0/mppVoltageMax',
    ],
    [
      'a short-circuit current below the operating current',
      { mppTrackers: [{ ...tracker, maxShortCircuitCurrent: 31 }] },
      '/mppTrackers/0/maxShortCircuitCurrent',
    ],
    [
      'an input that takes more than its tracker',
      { mppTrackers: [{ ...tracker, maxInputCurrentPerInput: 33 }] },
      '/mppTrackers/0/maxInputCurrentPerInput',
    ],
    ['a start above what the inverter stands', { startVoltage: 1001 }, '/startVoltage'],
    ['a nominal voltage above it', { nominalDcVoltage: 1001 }, '/nominalDcVoltage'],
    ['a reversed battery window', { batteryVoltageMin: 600, batteryVoltageMax: 150 }, '/batteryVoltageMin'],
    ['a reversed range of the power factor', { cosPhiMin: 1, cosPhiMax: 0.8 }, '/cosPhiMin'],
  ];
  test.each(inverters)('%s', async (_what, wrong, path) => {
    const { error, details } = await api.call('createInverter', { body: { ...inverter, ...wrong } });
    expect({ error, paths: details?.map((detail) => detail.path) }).toEqual({
      error: 'invalid_request',
      paths: [path],
    });
  });

  test('a battery of which more can be used than it holds', async () => {
    const battery = { name: 'S10', manufacturerId: '5002', usableCapacity: 10.2 };
    const { details } = await api.call('createBattery', { body: { ...battery, capacity: 10 } });
    expect(details).toMatchObject([{ path: '/usableCapacity' }]);
    const modular = { ...battery, minModules: 5, maxModules: 4 };
    expect((await api.call('createBattery', { body: modular })).details).toMatchObject([
      { path: '/minModules' },
    ]);
    expect((await api.call('createBattery', { body: { ...battery, capacity: 10.2 } })).status).toBe(201);
  });

  test('a change that does not fit what is stored', async () => {
    const { body } = await api.call('createPvModule', { body: module });
    const params = { id: body.id };
    const wrong = await api.call('updatePvModule', { params, body: { vmpp: 40 } });
    expect(wrong.details?.map(({ path }) => path)).toEqual(['/voc', '/power']);
    const right = { vmpp: 40, voc: 48, power: 530 };
    expect((await api.call('updatePvModule', { params, body: right })).body).toMatchObject(right);
  });

  test('limits themselves are no contradiction', async () => {
    const limits = { vmpp: 40, impp: 11, power: 400, isc: 11, voc: 40.01 };
    expect((await api.call('createPvModule', { body: { ...module, ...limits } })).status).toBe(201);
    const edge = { ...tracker, mppVoltageMax: 1000, maxShortCircuitCurrent: 32, maxInputCurrentPerInput: 32 };
    const body = { ...inverter, startVoltage: 1000, mppTrackers: [edge] };
    expect((await api.call('createInverter', { body })).status).toBe(201);
  });
});

describe('selling prices', () => {
  test.each([
    [100, 19, 119],
    [10.005, 19, 11.91],
    [1.005, 0, 1.01],
    [0.125, 0, 0.13],
    [0.00001, 7, 0],
    [2.28313, 19, 2.72],
    [999_999_999.99999, 19, 1_190_000_000],
  ] as const)('of %d net with %d %% cost %d gross', async (net, vatRate, gross) => {
    const { sellingPrices } = await newMisc({ sellingPrices: [{ siteId: '11', net, vatRate }] });
    expect(sellingPrices).toEqual([{ siteId: '11', net, vatRate, gross }]);
  });

  test('have the VAT of the product unless they say otherwise, as of when they are written', async () => {
    const { id } = await newMisc({ vatRate: 19, sellingPrices: [{ siteId: '11', net: 100 }] });
    const params = { id };
    const rates = async (body: Body<'updateMiscMaterial'>) =>
      (await api.call('updateMiscMaterial', { params, body })).body.sellingPrices.map(
        ({ vatRate }) => vatRate,
      );
    expect(await rates({})).toEqual([19]);
    expect(await rates({ vatRate: 7 })).toEqual([19]);
    expect(await rates({ sellingPrices: [{ siteId: '11', net: 100 }] })).toEqual([7]);
    expect(await rates({ vatRate: 0, sellingPrices: [{ siteId: '11', net: 100 }] })).toEqual([0]);
  });

  test('are one a site, in the order of sites, and replaced as a whole', async () => {
    const { id, sellingPrices, updatedAt } = await newMisc({
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

  test('name sites of the company', async () => {
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

test('the time of the purchase price moves with it alone', async () => {
  const { id, createdAt, purchasePriceUpdatedAt } = await newMisc({ purchasePrice: 0 });
  expect(purchasePriceUpdatedAt).toBe(createdAt);
  const params = { id };
  const after = async (body: Body<'updateMiscMaterial'>) =>
    (await api.call('updateMiscMaterial', { params, body })).body;
  expect((await after({ name: 'Leitung' })).purchasePriceUpdatedAt).toBe(createdAt);
  expect((await after({ purchasePrice: 0 })).purchasePriceUpdatedAt).toBe(createdAt);
  const priced = await after({ purchasePrice: 0.54795 });
  expect(String(priced.purchasePriceUpdatedAt) > createdAt).toBe(true);
  expect(Date.parse(priced.updatedAt) - Date.parse(String(priced.purchasePriceUpdatedAt))).toBeLessThan(50);
});

describe('an article number', () => {
  test('is taken once for each supplier, and once without one', async () => {
    const supplier = 'Großhandel Öst';
    const create = async (body: object) =>
      (await api.send('POST', '/v1/misc-materials', { body: { name: 'Kabel', ...body } })).error;
    expect(await create({ articleNumber: 'Übergang-1', supplier })).toBeUndefined();
    expect(await create({ articleNumber: 'ÜBERGANG-1', supplier: 'GROSSHANDEL ÖST' })).toBeUndefined();
    expect(await create({ articleNumber: 'ÜBERGANG-1', supplier: 'GROßHANDEL ÖST' })).toBe('already_exists');
    expect(await create({ articleNumber: 'Übergang-1' })).toBeUndefined();
    expect(await create({ articleNumber: 'übergang-1', supplier: null })).toBe('already_exists');
    expect(await create({ supplier })).toBeUndefined();
    expect(await create({ supplier })).toBeUndefined();
  });

  test('is written in one way, as its supplier and the name of a manufacturer are', async () => {
    const refused = async (path: string, body: object, field: string) => {
      const { details } = await api.send('POST', path, { body: { name: 'Kabelwerk', ...body } });
      expect(details).toMatchObject([{ path: `/${field}`, code: 'pattern' }]);
    };
    for (const text of [' A-1', 'A-1 ', 'A  1', 'A\u00A01', '\u2003', '\uFEFFA-1']) {
      for (const field of ['articleNumber', 'manufacturerArticleNumber', 'supplier'])
        await refused('/v1/misc-materials', { [field]: text }, field);
      for (const field of ['name', 'shortName']) await refused('/v1/manufacturers', { [field]: text }, field);
    }
    expect(await newMisc({ articleNumber: 'A 1 ß', supplier: 'Öl & Gas' })).toMatchObject({
      articleNumber: 'A 1 ß',
      supplier: 'Öl & Gas',
    });
  });

  test('is taken across all kinds, archived products included', async () => {
    const { id } = await newMisc({ articleNumber: 'ACROSS-1' });
    await api.call('updateMiscMaterial', { params: { id }, body: { archived: true } });
    const { error, details } = await api.call('createPvModule', {
      body: { ...module, articleNumber: 'across-1' },
    });
    expect({ error, details }).toMatchObject({
      error: 'already_exists',
      details: [{ path: '/articleNumber' }],
    });
  });
});

describe('what is in use', () => {
  test('cannot be deleted: a manufacturer with products, whatever becomes of them but deletion', async () => {
    const { body: manufacturer } = await api.call('createManufacturer', { body: { name: 'In Gebrauch' } });
    const params = { id: manufacturer.id };
    const { id } = await newMisc({ manufacturerId: manufacturer.id });
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

  test('cannot be deleted: a mounting system that a roof names', async () => {
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

  test('a roof names mounting systems only', async () => {
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
      details: [{ path: '/subconstructionId' }],
    });
  });
});

describe('what a product works with', () => {
  test('is of the right kind, each place named', async () => {
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

  test('disappears when it is deleted, which is a change', async () => {
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

describe('events of products', () => {
  test('material.created and material.deleted, once, with the key fields', async () => {
    let created = {} as Material;
    const events = await raisedBy(async () => {
      created = (await api.call('createPvModule', { body: { ...module, description: 'secret' } })).body;
      await api.call('deletePvModule', { params: { id: created.id } });
    });
    expect(events).toMatchObject([
      { type: 'material.created', createdAt: created.createdAt, data: told(created) },
      { type: 'material.deleted', data: told(created) },
    ]);
    expect(events[0]?.data).toEqual(told(created));
  });

  test.each([{ name: 'Neu' }, { archived: true }, { manufacturerId: '5002', purchasePrice: 1, voc: 40 }])(
    'material.updated, once, for %j',
    async (body) => {
      const { body: before } = await api.call('createPvModule', { body: module });
      let after = before;
      const events = await raisedBy(async () => {
        after = (await api.call('updatePvModule', { params: { id: before.id }, body })).body;
      });
      expect(events).toEqual([
        {
          id: expect.any(String),
          type: 'material.updated',
          createdAt: after.updatedAt,
          data: told(after),
        },
      ]);
    },
  );

  test('none for a new price, nor for anything that they do not tell', async () => {
    const { body: before } = await api.call('createPvModule', { body: module });
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

describe('products are found', async () => {
  const { api: own } = await addCompany();
  const { body: manufacturer } = await own.call('createManufacturer', { body: { name: 'Sonnkraft' } });
  const { body: other } = await own.call('createManufacturer', { body: { name: 'Strombach' } });
  await own.call('createPvModule', {
    body: {
      ...module,
      manufacturerId: manufacturer.id,
      articleNumber: 'Äx-1',
      gtin: '4006381333931',
      externalId: 'E-1',
    },
  });
  await own.call('createInverter', {
    body: {
      ...inverter,
      manufacturerId: other.id,
      supplier: 'Harz',
      articleNumber: 'sb-h10',
      manufacturerArticleNumber: 'äX-1',
    },
  });
  await own.call('createMiscMaterial', { body: { name: 'Kabel_6 100%', archived: true } });

  test.each([
    [
      'a number of the supplier or the manufacturer, in any case',
      { articleNumber: 'ÄX-1' },
      ['Hybrid 10', 'SK 440'],
    ],
    ['the whole of it', { articleNumber: 'Äx' }, []],
    ['a number whoever the supplier is', { articleNumber: 'SB-H10' }, ['Hybrid 10']],
    ['a GTIN', { gtin: '4006381333931' }, ['SK 440']],
    ['no part of it', { gtin: '4006381' }, []],
    ['a part of the name', { q: 'brid' }, ['Hybrid 10']],
    ['a part of any number', { q: 'Äx-' }, ['Hybrid 10', 'SK 440']],
    ['a part of the GTIN', { q: '138133' }, []],
    ['the beginning of the GTIN', { q: '400638' }, ['SK 440']],
    ['letters as they are', { q: 'l_6 100%' }, ['Kabel_6 100%']],
    ['what is out of use', { archived: true }, ['Kabel_6 100%']],
    ['what is in use', { archived: false }, ['Hybrid 10', 'SK 440']],
    ['the manufacturer', { manufacturerId: manufacturer.id }, ['SK 440']],
    ['the kind', { materialType: 'inverter' }, ['Hybrid 10']],
    ['the external id', { externalId: 'E-1' }, ['SK 440']],
    ['several of these', { q: 'Äx', archived: false, manufacturerId: other.id }, ['Hybrid 10']],
  ] as const)('by %s', async (_what, query, names) => {
    const { body } = await own.call('listMaterials', { query: { ...query, sort: 'name.asc' } });
    expect(body.data.map(({ name }) => name)).toEqual(names);
    expect(body.total).toBe(names.length);
  });

  test('in the collection of their kind alone', async () => {
    const { body } = await own.call('listPvModules', { query: { articleNumber: 'äx-1' } });
    expect(body.data.map(({ name }) => name)).toEqual(['SK 440']);
    expect((await own.call('listBatteries')).body.total).toBe(0);
    expect((await own.call('listMaterials')).body.total).toBe(3);
  });
});

test('the list of all kinds holds whole products', async () => {
  const { body } = await story.api.call('listMaterials', { query: { q: 'Sonnkraft SK 440' } });
  expect(body.data).toEqual([namedExample('PvModule')]);
});
