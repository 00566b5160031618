import type { Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { lineRequests, type OfferBody, string } from '../support/line-requests.ts';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, project, api, raisedBy, read } = company;
const manufacturerId = (await done('listManufacturers', {})).data[0]?.id ?? '';
const { south, north, modules, create, update } = lineRequests(company);

describe('an offer in one request', () => {
  test('contains all lines in order, with their sums', async () => {
    const offer = await newOffer({
      name: 'Haus',
      modules: [modules(14, { ref: 'south' }), modules(10, { ref: 'north', roofId: north, position: 1 })],
      inverters: [
        { ref: 'wr', materialId: products.inverter, strings: [string(1, 'south', 14), string(1, 'north')] },
      ],
      batteries: [{ materialId: products.battery, moduleCount: 3, quantity: 2, inverterRef: 'wr' }],
      wallboxes: [{ materialId: products.wallbox }],
      services: [{ serviceId: products.service }],
      additionalCosts: [{ name: 'Rabatt', price: -100 }],
      miscMaterials: [{ materialId: products.misc }],
      subconstructions: [{ materialId: products.subconstruction, roofId: south }],
      equipment: [{ materialId: products.equipment, forRef: 'south' }],
      emergencyPower: [{ materialId: products.emergencyPower, inverterRef: 'wr' }],
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
      customerId: company.customerId,
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

  test('is not created if one of its lines is invalid', async () => {
    const events = await raisedBy(async () => {
      await expectError(
        create({ externalId: 'whole', modules: [modules(1), modules(1, { materialId: products.battery })] }),
        'unknown_reference',
        '/modules/1/materialId',
      );
    });
    expect(events).toEqual([]);
    expect((await api.call('listOffers', { query: { externalId: 'whole' } })).body.total).toBe(0);
  });

  test('gets the site and planner of the project by default', async () => {
    const { id } = await done(
      'createProject',
      {},
      { customerId: company.customerId, siteId: company.siteId },
    );
    const { siteId } = await done('createOffer', {}, { projectId: id });
    expect(siteId).toBe(company.siteId);
    expect((await done('createOffer', {}, { projectId: id, siteId: null })).siteId).toBeNull();
    expect((await newOffer({ isIndicationPrice: null })).isIndicationPrice).toBe(false);
  });

  test.each([
    ['a product of another type', { wallboxes: [{ materialId: 'battery' }] }, '/wallboxes/0/materialId'],
    ['an unknown service', { services: [{ serviceId: '987654321' }] }, '/services/0/serviceId'],
    ['what is no id', { batteries: [{ materialId: 'x' }] }, '/batteries/0/materialId'],
    ['a roof of another project', { modules: [{ roofId: 'other' }] }, '/modules/0/roofId'],
  ])('rejects %s', async (_what, body, path) => {
    const other = await done(
      'createProject',
      {},
      {
        customerId: company.customerId,
        roofs: [{ name: 'x', roofType: 'FLAT', azimuth: null, tilt: 0 }],
      },
    );
    const given = JSON.parse(
      JSON.stringify(body)
        .replace('"battery"', `"${products.battery}"`)
        .replace('"other"', `"${other.roofs[0]?.id}"`),
    ) as OfferBody;
    if (given.modules) given.modules = given.modules.map((line) => modules(1, line));
    await expectError(create(given), 'unknown_reference', path);
  });

  test('reports the expected kind of a referenced product', async () => {
    const { details } = await create({
      modules: [modules(1, { roofId: '987654321' })],
      wallboxes: [{ materialId: products.battery }, { materialId: '987654321' }],
    });
    expect(details?.map(({ message }) => message)).toEqual([
      'refers to a roof that the project does not have',
      'refers to a product of type battery, not wallbox',
      'refers to no product of your company',
    ]);
  });
});

test('a line keeps supplier, article numbers and GTIN of the product as of adding it', async () => {
  const orderData = {
    supplier: 'Großhandel Harz',
    articleNumber: 'KAB-6',
    manufacturerArticleNumber: 'H1Z2Z2',
    gtin: '4006381333931',
  };
  const misc = await done('createMiscMaterial', {}, { name: 'Kabel', ...orderData });
  const offer = await newOffer({ miscMaterials: [{ materialId: misc.id, price: 1 }] });
  expect(offer.miscMaterials).toMatchObject([orderData]);
  await done('updateMiscMaterial', { id: misc.id }, { supplier: 'Anderer', gtin: null });
  expect((await read(offer.id)).miscMaterials).toEqual(offer.miscMaterials);
});

test('a line keeps the name of the product as its model, whatever the line is called', async () => {
  const product = await done('getInverter', { id: products.inverter });
  const { id, inverters } = await newOffer({
    inverters: [{ materialId: product.id, name: 'Das Herzstück' }],
  });
  expect(inverters[0]).toMatchObject({ name: 'Das Herzstück', product: { model: product.name } });
  await done('updateInverter', { id: product.id }, { name: 'Nachfolger' });
  expect((await read(id)).inverters[0]?.product.model).toBe(product.name);
  await done('updateInverter', { id: product.id }, { name: product.name });
});

test('rejects a product that is being deleted, with its location in the body', async () => {
  const { id } = await done('createMiscMaterial', {}, { name: 'Kabel' });
  const creation = await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('material')
      .where('companyId', '=', company.id)
      .where('id', '=', id)
      .execute();
    const sent = create({ miscMaterials: [{ materialId: id, quantity: 1, price: 1 }] });
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    return { sent };
  });
  await expectError(creation.sent, 'unknown_reference', '/miscMaterials/0/materialId');
});

describe('prices', () => {
  test('come from the first given site, even if the product has no price for it', async () => {
    const branch = await company.newSite();
    const wallbox = { wallboxes: [{ materialId: products.wallbox }] };
    expect((await newOffer(wallbox)).wallboxes[0]?.price).toBe(780);
    await expectError(create({ ...wallbox, siteId: branch }), 'price_required', '/wallboxes/0/price');
    const given = { materialId: products.wallbox, price: 700 };
    expect((await newOffer({ siteId: branch, wallboxes: [given] })).wallboxes[0]).toMatchObject({
      price: 700,
      vatRate: 19,
    });
    await done(
      'updateWallbox',
      { id: products.wallbox },
      {
        sellingPrices: [
          { siteId: company.siteId, net: 780 },
          { siteId: branch, net: 650.5, vatRate: 7 },
        ],
      },
    );
    const offer = await newOffer({ ...wallbox, siteId: branch });
    expect(offer.wallboxes[0]).toMatchObject({ price: 650.5, vatRate: 7 });
    const byHand = await newOffer({
      wallboxes: [{ materialId: products.wallbox, price: 1 }],
      siteId: branch,
    });
    expect(byHand.wallboxes[0]).toMatchObject({ price: 1, vatRate: 7 });
    const atProject = await done('createProject', {}, { customerId: company.customerId, siteId: branch });
    const ofProject = await done('createOffer', {}, { projectId: atProject.id, siteId: null, ...wallbox });
    expect(ofProject.wallboxes[0]?.price).toBe(650.5);
  });

  test('and all other values are copies that do not change with the catalog', async () => {
    const { id: materialId } = await done(
      'createWallbox',
      {},
      {
        name: 'Alt',
        chargingPower: 11_000,
        phases: 3,
        manufacturerId,
        sellingPrices: [{ siteId: company.siteId, net: 500 }],
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
    await expectError(create({ wallboxes: [{ materialId, price: 1 }] }), 'material_archived');
  });
});

describe('quantities', () => {
  test('of services follow their unit, and are required for other units', async () => {
    const unit = async (unit: 'FLAT' | 'KWP' | 'HOUR') =>
      (await done('createService', {}, { name: unit, unit, price: 10 })).id;
    const [flat, kwp, hour] = [await unit('FLAT'), await unit('KWP'), await unit('HOUR')];
    const offer = await newOffer({
      modules: [modules(3)],
      services: [{ serviceId: flat }, { serviceId: kwp }, { serviceId: hour, quantity: 1.5 }],
    });
    expect(offer.services.map(({ quantity }) => quantity)).toEqual([1, 1.32, 1.5]);
    await expectError(create({ services: [{ serviceId: hour }] }), 'invalid_request', '/services/0/quantity');
    const empty = await newOffer({ services: [{ serviceId: kwp }] });
    expect(empty.services).toMatchObject([{ quantity: 0, quantityIsAutomatic: true }]);
    expect(empty.lineHints).toMatchObject([{ code: 'quantity_zero', ref: 'service-1' }]);
    const { body } = await update(offer.id, { modules: [modules(9)] });
    expect(body.services.map(({ quantity }) => quantity)).toEqual([1, 3.96, 1.5]);
  });

  test.each([
    ['modules', { modules: [modules(1.5)] }],
    ['inverters', { inverters: [{ materialId: products.inverter, quantity: 2 }] }],
    ['batteries', { batteries: [{ materialId: products.battery, quantity: 0.5 }] }],
    ['miscMaterials', { miscMaterials: [{ materialId: products.misc, quantity: 0 }] }],
    ['services', { services: [{ serviceId: products.service, quantity: 1.0001 }] }],
  ])('of %s match the contract', async (group, body) => {
    await expectError(create(body as OfferBody), 'invalid_request', `/${group}/0/quantity`);
  });
});

describe('refs', () => {
  test('are generated if missing, and do not conflict with given ones', async () => {
    const offer = await newOffer({
      batteries: [{ materialId: products.battery }, { materialId: products.battery, ref: 'battery-1' }],
    });
    expect(offer.batteries.map(({ ref }) => ref)).toEqual(['battery-2', 'battery-1']);
    const { ref } = await done('createOfferBattery', { id: offer.id }, { materialId: products.battery });
    expect(ref).toBe('battery-3');
  });

  test('are unique across all groups of the offer', async () => {
    const twice = {
      wallboxes: [{ materialId: products.wallbox, ref: 'a' }],
      additionalCosts: [{ name: 'x', price: 1, ref: 'a' }],
    };
    await expectError(create(twice), 'invalid_request', '/additionalCosts/0/ref');
    const { id } = await newOffer({ wallboxes: twice.wallboxes });
    const again = api.call('createOfferBattery', {
      params: { id },
      body: { materialId: products.battery, ref: 'a' },
    });
    await expectError(again, 'invalid_request', '/ref');
  });

  test.each([
    [
      'a string',
      { inverters: [{ materialId: products.inverter, strings: [string(1, 'x')] }] },
      '/inverters/0/strings/0/moduleRef',
    ],
    [
      'a battery',
      { batteries: [{ materialId: products.battery, inverterRef: 'x' }] },
      '/batteries/0/inverterRef',
    ],
    ['equipment', { equipment: [{ materialId: products.equipment, forRef: 'x' }] }, '/equipment/0/forRef'],
    [
      'emergency power',
      { emergencyPower: [{ materialId: products.emergencyPower, inverterRef: 'x' }] },
      '/emergencyPower/0/inverterRef',
    ],
  ])('of %s must reference a line of the right group', async (_what, body, path) => {
    await expectError(create(body), 'dangling_ref', path);
    const wrong = { additionalCosts: [{ name: 'x', price: 1, ref: 'x' }] };
    await expectError(create({ ...body, ...wrong }), 'dangling_ref', path);
  });

  test('that match no line are rejected, and the message names the referring line', async () => {
    const offer = await newOffer({
      modules: [modules(10, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: products.inverter, strings: [string(1, 'm')] }],
      batteries: [{ ref: 'b', materialId: products.battery, inverterRef: 'i' }],
    });
    const removed = await update(offer.id, { modules: [], inverters: [{ materialId: products.inverter }] });
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
      message:
        'b refers to m, which is not a line of the offer that it can refer to: /inverterRef. Send the ref of a line of the offer, and change references to lines that you remove in the same request. details names the lines; if the body does not contain the reference, the path is that of the group without the line.',
      details: [{ message: 'b refers to m, which is in a group that it cannot refer to' }],
    });
  });

  test('to trackers must match a tracker of the inverter', async () => {
    const body = { inverters: [{ materialId: products.inverter, strings: [string(2, null)] }] };
    await expectError(create(body), 'invalid_request', '/inverters/0/strings/0/mppTracker');
  });
});

describe('automatically added material', async () => {
  const shop = await newOfferCompany();
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
    { materialId: shop.products.module, roofId: shop.project.roofs[0]?.id ?? '', quantity },
  ];
  const quantities = ({ miscMaterials }: Offer) => miscMaterials.map(({ quantity }) => quantity);

  test('is part of new offers, follows its rule until its quantity is set, and is not added again after deletion', async () => {
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

  test('can be excluded, and is replaced by lines of the body', async () => {
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
