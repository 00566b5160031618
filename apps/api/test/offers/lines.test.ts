import type { Body, Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { expectRefusal, openWorkshops } from '../support/offer-workshop.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { newWorkshop, database } = await openWorkshops();
const workshop = await newWorkshop();
const { newOffer, done, shelf, project, api, raisedBy, read } = workshop;
const manufacturerId = (await done('listManufacturers', {})).data[0]?.id ?? '';
const [south, north] = project.roofs.map(({ id }) => id) as [string, string];

type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

const modules = (quantity: number, more: object = {}) => ({
  materialId: shelf.module,
  roofId: south,
  quantity,
  ...more,
});
const string = (mppTracker: number, moduleRef: string | null, moduleCount = 10) => ({
  mppTracker,
  moduleRef,
  moduleCount,
});
const create = (body: OfferBody) => api.call('createOffer', { body: { projectId: project.id, ...body } });
const update = (id: string, body: Body<'updateOffer'>) => api.call('updateOffer', { params: { id }, body });

describe('an offer in one call', () => {
  test('has all its lines, each group in order, and what follows from them', async () => {
    const offer = await newOffer({
      name: 'Haus',
      modules: [modules(14, { ref: 'south' }), modules(10, { ref: 'north', roofId: north, position: 1 })],
      inverters: [
        { ref: 'wr', materialId: shelf.inverter, strings: [string(1, 'south', 14), string(1, 'north')] },
      ],
      batteries: [{ materialId: shelf.battery, moduleCount: 3, quantity: 2, inverterRef: 'wr' }],
      wallboxes: [{ materialId: shelf.wallbox }],
      services: [{ serviceId: shelf.service }],
      additionalCosts: [{ name: 'Rabatt', price: -100 }],
      miscMaterials: [{ materialId: shelf.misc }],
      subconstructions: [{ materialId: shelf.subconstruction, roofId: south }],
      equipment: [{ materialId: shelf.equipment, forRef: 'south' }],
      emergencyPower: [{ materialId: shelf.emergencyPower, inverterRef: 'wr' }],
    });
    expect(offer).toMatchObject({
      name: 'Haus',
      state: 'DRAFT',
      isIndicationPrice: false,
      vatMode: 'PV_ZERO',
      moduleCount: 24,
      systemPowerKwp: 10.56,
      inverterPowerKw: 10,
      batteryCapacityKwh: 15,
      projectId: project.id,
      customerId: workshop.customerId,
    });
    expect(offer.inverters[0]?.strings).toEqual([
      { label: '1.1.1', mppTracker: 1, moduleRef: 'south', moduleCount: 14 },
      { label: '1.1.2', mppTracker: 1, moduleRef: 'north', moduleCount: 10 },
    ]);
    const quantities = [offer.services, offer.miscMaterials, offer.subconstructions, offer.equipment];
    expect(quantities.map(([first]) => first?.quantity)).toEqual([24, 60, 14, 14]);
    expect(offer.subconstructions[0]).toMatchObject({ unit: 'MODULE', ref: 'subconstruction-1' });
    expect(offer.modules[0]).toMatchObject({
      unit: 'PIECE',
      price: 95,
      purchasePrice: 60,
      materialType: 'pv_module',
      manufacturerName: 'Werk',
      product: { power: 440, maxSeriesFuse: null },
    });
    expect(offer.batteries[0]?.product).not.toHaveProperty('compatibleInverterIds');
    expect(offer.updatedAt).toBe(offer.createdAt);
    expect(await read(offer.id)).toEqual(offer);
    const { data } = (await api.call('listOffers', { query: { limit: 1 } })).body;
    const { modules: _, ...others } = offer;
    expect(others).toMatchObject(data[0] as object);
  });

  test('is made whole or not at all', async () => {
    const events = await raisedBy(async () => {
      await expectRefusal(
        create({ externalId: 'whole', modules: [modules(1), modules(1, { materialId: shelf.battery })] }),
        'unknown_reference',
        '/modules/1/materialId',
      );
    });
    expect(events).toEqual([]);
    expect((await api.call('listOffers', { query: { externalId: 'whole' } })).body.total).toBe(0);
  });

  test('takes site and planner from the project unless it says otherwise', async () => {
    const { id } = await done(
      'createProject',
      {},
      { customerId: workshop.customerId, siteId: workshop.siteId },
    );
    const { siteId } = await done('createOffer', {}, { projectId: id });
    expect(siteId).toBe(workshop.siteId);
    expect((await done('createOffer', {}, { projectId: id, siteId: null })).siteId).toBeNull();
    expect((await newOffer({ isIndicationPrice: null })).isIndicationPrice).toBeNull();
  });

  test.each([
    ['a product of another type', { wallboxes: [{ materialId: 'battery' }] }, '/wallboxes/0/materialId'],
    ['an unknown service', { services: [{ serviceId: '987654321' }] }, '/services/0/serviceId'],
    ['what is no id', { batteries: [{ materialId: 'x' }] }, '/batteries/0/materialId'],
    ['a roof of another project', { modules: [{ roofId: 'other' }] }, '/modules/0/roofId'],
  ])('refuses %s', async (_what, body, path) => {
    const other = await done(
      'createProject',
      {},
      {
        customerId: workshop.customerId,
        roofs: [{ name: 'x', roofType: 'FLAT', azimuth: null, tilt: 0 }],
      },
    );
    const given = JSON.parse(
      JSON.stringify(body)
        .replace('"battery"', `"${shelf.battery}"`)
        .replace('"other"', `"${other.roofs[0]?.id}"`),
    ) as OfferBody;
    if (given.modules) given.modules = given.modules.map((line) => modules(1, line));
    await expectRefusal(create(given), 'unknown_reference', path);
  });

  test('says what type a product has and which one belongs there', async () => {
    const { details } = await create({
      wallboxes: [{ materialId: shelf.battery }, { materialId: '987654321' }],
    });
    expect(details?.map(({ message }) => message)).toEqual([
      'names a product of type battery, not wallbox',
      'names a record that does not exist in your company',
    ]);
  });
});

test('a product that is deleted meanwhile is refused where the body names it', async () => {
  const { id } = await done('createMiscMaterial', {}, { name: 'Kabel' });
  const creation = await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('material')
      .where('companyId', '=', workshop.id)
      .where('id', '=', id)
      .execute();
    const sent = create({ miscMaterials: [{ materialId: id, quantity: 1, price: 1 }] });
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    return { sent };
  });
  await expectRefusal(creation.sent, 'unknown_reference', '/miscMaterials/0/materialId');
});

describe('prices', () => {
  test('come from the first site that is named, even if the product has none there', async () => {
    const branch = await workshop.newSite();
    const wallbox = { wallboxes: [{ materialId: shelf.wallbox }] };
    expect((await newOffer(wallbox)).wallboxes[0]?.price).toBe(780);
    await expectRefusal(create({ ...wallbox, siteId: branch }), 'price_required', '/wallboxes/0/price');
    const given = { materialId: shelf.wallbox, price: 700 };
    expect((await newOffer({ siteId: branch, wallboxes: [given] })).wallboxes[0]).toMatchObject({
      price: 700,
      vatRate: 19,
    });
    await done(
      'updateWallbox',
      { id: shelf.wallbox },
      {
        sellingPrices: [
          { siteId: workshop.siteId, net: 780 },
          { siteId: branch, net: 650.5, vatRate: 7 },
        ],
      },
    );
    const offer = await newOffer({ ...wallbox, siteId: branch });
    expect(offer.wallboxes[0]).toMatchObject({ price: 650.5, vatRate: 7 });
    const atProject = await done('createProject', {}, { customerId: workshop.customerId, siteId: branch });
    const ofProject = await done('createOffer', {}, { projectId: atProject.id, siteId: null, ...wallbox });
    expect(ofProject.wallboxes[0]?.price).toBe(650.5);
  });

  test('and everything else are copied: the catalog may change', async () => {
    const { id: materialId } = await done(
      'createWallbox',
      {},
      {
        name: 'Alt',
        chargingPower: 11_000,
        phases: 3,
        manufacturerId,
        sellingPrices: [{ siteId: workshop.siteId, net: 500 }],
      },
    );
    const offer = await newOffer({ wallboxes: [{ materialId }] });
    await done(
      'updateWallbox',
      { id: materialId },
      {
        name: 'Neu',
        chargingPower: 22_000,
        articleNumber: 'N-1',
        sellingPrices: [],
      },
    );
    expect(await read(offer.id)).toEqual(offer);
    await done('updateWallbox', { id: materialId }, { archived: true });
    const params = { id: offer.id, lineId: offer.wallboxes[0]?.id ?? '' };
    expect((await done('updateOfferWallbox', params, { quantity: 2 })).totalPrice).toBe(1000);
    const again = await api.call('createOfferWallbox', { params, body: { materialId, price: 1 } });
    expect(again.status).toBe(201);
    await expectRefusal(create({ wallboxes: [{ materialId, price: 1 }] }), 'material_archived');
  });
});

describe('quantities', () => {
  test('of services follow their units at adding, and must be sent for others', async () => {
    const unit = async (unit: 'FLAT' | 'KWP' | 'HOUR') =>
      (await done('createService', {}, { name: unit, unit, price: 10 })).id;
    const [flat, kwp, hour] = [await unit('FLAT'), await unit('KWP'), await unit('HOUR')];
    const offer = await newOffer({
      modules: [modules(3)],
      services: [{ serviceId: flat }, { serviceId: kwp }, { serviceId: hour, quantity: 1.5 }],
    });
    expect(offer.services.map(({ quantity }) => quantity)).toEqual([1, 1.32, 1.5]);
    await expectRefusal(
      create({ services: [{ serviceId: hour }] }),
      'invalid_request',
      '/services/0/quantity',
    );
    await expectRefusal(
      create({ services: [{ serviceId: kwp }] }),
      'invalid_request',
      '/services/0/quantity',
    );
    const { body } = await update(offer.id, { modules: [modules(9)] });
    expect(body.services.map(({ quantity }) => quantity)).toEqual([1, 1.32, 1.5]);
  });

  test.each([
    ['modules', { modules: [modules(1.5)] }],
    ['inverters', { inverters: [{ materialId: shelf.inverter, quantity: 2 }] }],
    ['batteries', { batteries: [{ materialId: shelf.battery, quantity: 0.5 }] }],
    ['miscMaterials', { miscMaterials: [{ materialId: shelf.misc, quantity: 0 }] }],
    ['services', { services: [{ serviceId: shelf.service, quantity: 1.0001 }] }],
  ])('of %s are as the contract says', async (group, body) => {
    await expectRefusal(create(body as OfferBody), 'invalid_request', `/${group}/0/quantity`);
  });
});

describe('refs', () => {
  test('are made where none are given, around those that are', async () => {
    const offer = await newOffer({
      batteries: [{ materialId: shelf.battery }, { materialId: shelf.battery, ref: 'battery-1' }],
    });
    expect(offer.batteries.map(({ ref }) => ref)).toEqual(['battery-2', 'battery-1']);
    const { ref } = await done('createOfferBattery', { id: offer.id }, { materialId: shelf.battery });
    expect(ref).toBe('battery-3');
  });

  test('are unique in the offer, whatever the group', async () => {
    const twice = {
      wallboxes: [{ materialId: shelf.wallbox, ref: 'a' }],
      additionalCosts: [{ name: 'x', price: 1, ref: 'a' }],
    };
    await expectRefusal(create(twice), 'invalid_request', '/additionalCosts/0/ref');
    const { id } = await newOffer({ wallboxes: twice.wallboxes });
    const again = api.call('createOfferBattery', {
      params: { id },
      body: { materialId: shelf.battery, ref: 'a' },
    });
    await expectRefusal(again, 'invalid_request', '/ref');
  });

  test.each([
    [
      'a string',
      { inverters: [{ materialId: shelf.inverter, strings: [string(1, 'x')] }] },
      '/inverters/0/strings/0/moduleRef',
    ],
    [
      'a battery',
      { batteries: [{ materialId: shelf.battery, inverterRef: 'x' }] },
      '/batteries/0/inverterRef',
    ],
    ['equipment', { equipment: [{ materialId: shelf.equipment, forRef: 'x' }] }, '/equipment/0/forRef'],
    [
      'emergency power',
      { emergencyPower: [{ materialId: shelf.emergencyPower, inverterRef: 'x' }] },
      '/emergencyPower/0/inverterRef',
    ],
  ])('of %s name a line of the right group', async (_what, body, path) => {
    await expectRefusal(create(body), 'dangling_ref', path);
    const wrong = { additionalCosts: [{ name: 'x', price: 1, ref: 'x' }] };
    await expectRefusal(create({ ...body, ...wrong }), 'dangling_ref', path);
  });

  test('that lead nowhere are named with their line', async () => {
    const offer = await newOffer({
      modules: [modules(10, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: shelf.inverter, strings: [string(1, 'm')] }],
      batteries: [{ ref: 'b', materialId: shelf.battery, inverterRef: 'i' }],
    });
    const removed = await update(offer.id, { modules: [], inverters: [{ materialId: shelf.inverter }] });
    expect([removed.error, removed.details]).toMatchObject([
      'dangling_ref',
      [{ path: '/inverters', message: 'b refers to i, which the offer does not have' }],
    ]);
    const unwired = await update(offer.id, { modules: [] });
    expect(unwired.details).toMatchObject([
      { path: '/modules', message: 'i refers to m, which the offer does not have' },
    ]);
    const lineId = offer.batteries[0]?.id ?? '';
    const changed = await api.call('updateOfferBattery', {
      params: { id: offer.id, lineId },
      body: { inverterRef: 'm' },
    });
    expect(changed.body).toMatchObject({
      message: 'b refers to m, which is not a line of the offer that it can refer to: /inverterRef.',
      details: [{ message: 'b refers to m, which is in a group that it cannot refer to' }],
    });
  });

  test('of trackers stay within the inverter', async () => {
    const body = { inverters: [{ materialId: shelf.inverter, strings: [string(2, null)] }] };
    await expectRefusal(create(body), 'invalid_request', '/inverters/0/strings/0/mppTracker');
  });
});

describe('a PATCH of lines', () => {
  const wired = () =>
    newOffer({
      modules: [modules(10, { ref: 'm', price: 90, rows: 2 })],
      inverters: [
        { ref: 'i', materialId: shelf.inverter, price: 1700, name: 'WR', strings: [string(1, 'm')] },
      ],
      batteries: [{ materialId: shelf.battery, inverterRef: 'i' }],
      equipment: [{ ref: 'e', materialId: shelf.equipment, forRef: 'i' }],
      emergencyPower: [{ ref: 'n', materialId: shelf.emergencyPower, inverterRef: 'i' }],
    });

  test('keeps a line with its ref and product: id, price, texts and strings where nothing is said', async () => {
    const offer = await wired();
    await done('updateInverter', { id: shelf.inverter }, { name: 'Anders', startVoltage: 200 });
    const { body } = await update(offer.id, {
      modules: [modules(12, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: shelf.inverter, description: 'Neu' }],
    });
    expect(body.modules[0]).toMatchObject({ id: offer.modules[0]?.id, price: 90, quantity: 12, rows: null });
    const [before] = offer.inverters;
    expect(body.inverters[0]).toEqual({
      ...before,
      description: 'Neu',
      updatedAt: body.updatedAt,
    });
    expect(body.inverters[0]?.product.startVoltage).toBeNull();
    expect(body.batteries[0]?.updatedAt).toBe(offer.updatedAt);
    const cleared = await update(offer.id, {
      inverters: [{ ref: 'i', materialId: shelf.inverter, strings: [] }],
    });
    expect(cleared.body.inverters[0]?.strings).toEqual([]);
    await done('updateInverter', { id: shelf.inverter }, { name: 'Hybrid 10', startVoltage: null });
  });

  test('copies anew what has no ref, another one or another product', async () => {
    const offer = await wired();
    const { body } = await update(offer.id, {
      equipment: [{ materialId: shelf.equipment }, { ref: 'e2', materialId: shelf.equipment }],
    });
    expect(body.equipment.map(({ ref }) => ref)).toEqual(['equipment-1', 'e2']);
    expect(body.equipment.map(({ id }) => id)).not.toContain(offer.equipment[0]?.id);
  });

  test('refuses to leave a reference behind, and lets it change in the same request', async () => {
    const offer = await wired();
    await expectRefusal(update(offer.id, { modules: [] }), 'dangling_ref', '/modules');
    const swapped = { inverters: [{ ref: 'i2', materialId: shelf.inverter }] };
    await expectRefusal(update(offer.id, swapped), 'dangling_ref');
    expect(await read(offer.id)).toEqual(offer);
    const { status, body } = await update(offer.id, {
      modules: [modules(4, { ref: 'm2' })],
      inverters: [{ ref: 'i', materialId: shelf.inverter, strings: [string(1, 'm2', 4)] }],
    });
    expect([status, body.modules.map(({ ref }) => ref)]).toEqual([200, ['m2']]);
  });

  test('gives no new line the ref of one that it removes', async () => {
    const { id, modules: lines } = await newOffer({
      modules: [modules(14)],
      inverters: [{ materialId: shelf.inverter, strings: [string(1, 'modules-1', 14)] }],
    });
    expect(lines[0]?.ref).toBe('modules-1');
    await expectRefusal(update(id, { modules: [modules(20)] }), 'dangling_ref', '/modules');
    const { body } = await update(id, {
      modules: [modules(20)],
      inverters: [{ materialId: shelf.inverter, ref: 'i' }],
    });
    expect(body.modules.map(({ ref }) => ref)).toEqual(['modules-2']);
  });

  test('keeps quantities that it leaves out, whatever has become of the product', async () => {
    const { id: materialId } = await done(
      'createSubconstruction',
      {},
      { name: 'Haken', manufacturerId, mountingType: 'ON_ROOF', priceBasis: 'PER_MODULE' },
    );
    const mounting = { materialId, roofId: south, price: 40 };
    const equipment = { ref: 'e', materialId: shelf.equipment };
    const offer = await newOffer({
      modules: [modules(14)],
      subconstructions: [
        { ...mounting, ref: 'a' },
        { ...mounting, ref: 'b', quantity: 30 },
      ],
      equipment: [{ ...equipment, quantity: 4 }],
    });
    expect(offer.subconstructions).toMatchObject([
      { unit: 'MODULE', quantity: 14, totalPrice: 560 },
      { quantity: 30, totalPrice: 1200 },
    ]);
    await done('updateSubconstruction', { id: materialId }, { priceBasis: 'PER_KWP' });
    const { body } = await update(offer.id, {
      subconstructions: [
        { materialId, roofId: south, ref: 'a' },
        { materialId, roofId: south, ref: 'b' },
      ],
      equipment: [equipment],
    });
    expect(body).toEqual(offer);
  });

  test('takes prices from the site that it sets', async () => {
    const branch = await workshop.newSite();
    const { id: materialId } = await done(
      'createEquipment',
      {},
      {
        name: 'Schutz',
        manufacturerId,
        forMaterialTypes: ['inverter'],
        sellingPrices: [
          { siteId: workshop.siteId, net: 100 },
          { siteId: branch, net: 120 },
        ],
      },
    );
    const { id } = await newOffer();
    const priceWith = async (siteId: string | null) =>
      (await update(id, { siteId, equipment: [{ materialId }] })).body.equipment[0]?.price;
    expect([await priceWith(branch), await priceWith(null)]).toEqual([120, 100]);
  });

  test('that changes nothing raises nothing and leaves updatedAt alone; one that does, once', async () => {
    const offer = await wired();
    const same = {
      name: offer.name,
      modules: [modules(10, { ref: 'm', rows: 2 })],
      inverters: [{ ref: 'i', materialId: shelf.inverter }],
      equipment: [{ ref: 'e', materialId: shelf.equipment, forRef: 'i' }],
    };
    expect(await raisedBy(async () => expect((await update(offer.id, same)).body).toEqual(offer))).toEqual(
      [],
    );
    const events = await raisedBy(() =>
      update(offer.id, { ...same, modules: [modules(11, { ref: 'm', rows: 2 })] }),
    );
    const { updatedAt, id, projectId, name, state, isIndicationPrice, createdAt } = await read(offer.id);
    const data = { id, projectId, name, state, isIndicationPrice, createdAt };
    expect(events).toEqual([{ id: expect.any(String), type: 'offer.updated', createdAt: updatedAt, data }]);
  });
});

describe('batteries', () => {
  const battery = (more: object = {}) => ({ materialId: shelf.battery, ...more });
  const active = ({ batteries }: Offer) => batteries.map((line) => line.active);

  test.each([
    [
      [{}, {}],
      [true, false],
    ],
    [
      [{ active: false }, {}],
      [false, true],
    ],
    [
      [{}, { active: true }],
      [false, true],
    ],
    [
      [{ active: false }, { active: false }],
      [false, false],
    ],
  ])('of a new offer: %j are active as %j', async (lines, expected) => {
    expect(active(await newOffer({ batteries: lines.map(battery) }))).toEqual(expected);
  });

  test('are one active at most', async () => {
    const two = { batteries: [battery({ active: true }), battery({ active: true })] };
    await expectRefusal(create(two), 'invalid_request', '/batteries/1/active');
    const { id, batteries } = await newOffer({ batteries: [battery()] });
    const [first] = batteries.map((line) => line.id);
    const second = await done('createOfferBattery', { id }, battery());
    expect(second.active).toBe(false);
    await done('updateOfferBattery', { id, lineId: second.id }, { active: true });
    expect(active(await read(id))).toEqual([false, true]);
    const third = await done('createOfferBattery', { id }, battery({ active: true }));
    expect(active(await read(id))).toEqual([false, false, true]);
    await done('deleteOfferBattery', { id, lineId: third.id });
    expect(active(await read(id))).toEqual([false, false]);
    expect((await read(id)).netPrice).toBe(0);
    await done('updateOfferBattery', { id, lineId: String(first) }, { active: true, price: 5000.005 });
    expect((await read(id)).netPrice).toBe(5000.01);
  });
});

describe('material that is added automatically', async () => {
  const shop = await newWorkshop();
  const { id: cable } = await shop.done(
    'createMiscMaterial',
    {},
    {
      name: 'Kabel',
      autoAdd: true,
      quantityRule: 'PER_MODULE',
      defaultQuantity: 1.5,
      sellingPrices: [{ siteId: shop.siteId, net: 2 }],
    },
  );
  const { id: kit } = await shop.done(
    'createMiscMaterial',
    {},
    { name: 'Kleinteile', autoAdd: true, purchasePrice: 3 },
  );
  await shop.done('createMiscMaterial', {}, { name: 'Alt', autoAdd: true, archived: true });
  const lines = (quantity: number) => [
    { materialId: shop.shelf.module, roofId: shop.project.roofs[0]?.id ?? '', quantity },
  ];
  const quantities = ({ miscMaterials }: Offer) => miscMaterials.map(({ quantity }) => quantity);

  test('joins new offers, follows its rule until its quantity is set, and stays deleted', async () => {
    const offer = await shop.newOffer();
    expect(offer.miscMaterials).toMatchObject([
      { materialId: cable, autoAdded: true, quantity: 0, price: 2, totalPrice: 0 },
      { materialId: kit, autoAdded: true, quantity: 1, price: 0, purchasePrice: 3 },
    ]);
    expect(offer.priceHints).toMatchObject([{ code: 'price_missing', ref: offer.miscMaterials[1]?.ref }]);
    const { id } = offer;
    const [first = '', second = ''] = offer.miscMaterials.map((line) => line.id);
    const four = await shop.done('updateOffer', { id }, { modules: lines(4) });
    expect([quantities(four), four.netPrice]).toEqual([[6, 1], 392]);
    expect(four.miscMaterials[0]?.updatedAt).toBe(four.updatedAt);
    await shop.done('updateOfferMiscMaterial', { id, lineId: first }, { quantity: 7.25 });
    await shop.done('updateOfferMiscMaterial', { id, lineId: second }, { price: 0 });
    const six = await shop.done('updateOffer', { id }, { modules: lines(6) });
    expect([quantities(six), six.priceHints]).toEqual([[7.25, 1], []]);
    await shop.done('deleteOfferMiscMaterial', { id, lineId: second });
    expect((await shop.done('updateOffer', { id }, { modules: lines(2) })).miscMaterials).toHaveLength(1);
  });

  test('is left out when asked, and replaced by what the body has', async () => {
    expect((await shop.newOffer({ includeAutoAdded: false })).miscMaterials).toEqual([]);
    const own = await shop.newOffer({
      modules: lines(2),
      miscMaterials: [{ materialId: cable, quantity: 9 }],
    });
    expect(own.miscMaterials).toMatchObject([
      { materialId: cable, autoAdded: false, quantity: 9 },
      { materialId: kit, autoAdded: true },
    ]);
  });
});

describe('a single line', () => {
  test('is added last, answered alone, listed, changed and removed, and raises nothing', async () => {
    const { id, updatedAt } = await newOffer();
    const events = await raisedBy(async () => {
      const first = await done('createOfferAdditionalCost', { id }, { name: 'a', price: 10 });
      const second = await done('createOfferAdditionalCost', { id }, { name: 'b', price: 20, quantity: 1.5 });
      expect([first.position, second.position, second.totalPrice]).toEqual([1, 2, 30]);
      const offer = await read(id);
      expect(offer.additionalCosts).toEqual([first, second]);
      expect([offer.netPrice, offer.updatedAt > updatedAt]).toEqual([40, true]);
      const list = await done('listOfferAdditionalCosts', { id });
      expect(list).toEqual({ data: [first, second], total: 2, limit: 50, offset: 0 });
      const moved = await done(
        'updateOfferAdditionalCost',
        { id, lineId: first.id },
        { position: 3, price: 11 },
      );
      expect(moved.createdAt).toBe(first.createdAt);
      expect((await read(id)).additionalCosts).toEqual([second, moved]);
      await done('deleteOfferAdditionalCost', { id, lineId: second.id });
      expect((await read(id)).netPrice).toBe(11);
      const before = await read(id);
      const params = { id, lineId: moved.id };
      expect((await api.call('updateOfferAdditionalCost', { params, body: { price: 11 } })).body).toEqual(
        moved,
      );
      expect(await read(id)).toEqual(before);
    });
    expect(events).toEqual([]);
  });

  test('of another group or another offer is not found', async () => {
    const offer = await newOffer({ wallboxes: [{ materialId: shelf.wallbox }] });
    const lineId = offer.wallboxes[0]?.id ?? '';
    const { id: other } = await newOffer();
    const calls = [
      api.call('updateOfferBattery', { params: { id: offer.id, lineId }, body: {} }),
      api.call('updateOfferWallbox', { params: { id: other, lineId }, body: {} }),
      api.call('deleteOfferWallbox', { params: { id: other, lineId } }),
      api.call('deleteOfferWallbox', { params: { id: offer.id, lineId: 'x' } }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await read(offer.id)).toEqual(offer);
  });

  test('that goes leaves no reference behind', async () => {
    const offer = await newOffer({
      batteries: [{ ref: 'b', materialId: shelf.battery }],
      equipment: [{ materialId: shelf.equipment, forRef: 'b' }],
    });
    await done('deleteOfferBattery', { id: offer.id, lineId: offer.batteries[0]?.id ?? '' });
    expect((await read(offer.id)).equipment[0]?.forRef).toBeNull();
  });
});

describe('limits', () => {
  const costs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, price: 1 }));
  const services = (count: number) =>
    Array.from({ length: count }, () => ({ serviceId: shelf.service, quantity: 1 }));
  const wallboxes = (count: number) => Array.from({ length: count }, () => ({ materialId: shelf.wallbox }));

  test('are 200 lines of a group and 500 in all: in a body invalid, one by one a conflict', async () => {
    await expectRefusal(create({ additionalCosts: costs(201) }), 'invalid_request', '/additionalCosts');
    const full = { additionalCosts: costs(200), services: services(200), wallboxes: wallboxes(100) };
    const { id } = await newOffer(full);
    const add = (body: object, group: string) => api.send('POST', `/v1/offers/${id}/${group}`, { body });
    const group = await add({ name: 'x', price: 1 }, 'additional-costs');
    expect([group.status, group.error]).toEqual([409, 'too_many_lines']);
    expect(group.text).toContain('200 additional costs');
    const all = await add({ materialId: shelf.wallbox }, 'wallboxes');
    expect([all.status, all.error]).toEqual([409, 'too_many_lines']);
    expect(all.text).toContain('500 lines');
    const invalid = { materialId: shelf.wallbox, ref: 'cost-1' };
    expect((await add(invalid, 'wallboxes')).error).toBe('invalid_request');
    await expectRefusal(create({ ...full, wallboxes: wallboxes(101) }), 'invalid_request', '');
    expect((await read(id)).netPrice).toBe(200 + 200 * 60 + 100 * 780);
  });

  test('hold for batteries too', async () => {
    const batteries = Array.from({ length: 20 }, () => ({ materialId: shelf.battery }));
    const { id } = await newOffer({ batteries });
    const body = { materialId: shelf.battery };
    await expectRefusal(api.call('createOfferBattery', { params: { id }, body }), 'too_many_lines');
  });
});
