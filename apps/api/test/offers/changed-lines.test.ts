import type { Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { groupNames } from '../../src/sales/offers/model/line-groups.ts';
import { linePath, lineRequests, string } from '../support/line-requests.ts';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, api, raisedBy, read } = company;
const manufacturerId = (await done('listManufacturers', {})).data[0]?.id ?? '';
const { south, north, modules, create, update } = lineRequests(company);

const wired = () =>
  newOffer({
    modules: [modules(10, { ref: 'm', price: 90, rows: 2 })],
    inverters: [
      { ref: 'i', materialId: products.inverter, price: 1700, name: 'WR', strings: [string(1, 'm')] },
    ],
    batteries: [{ materialId: products.battery, inverterRef: 'i' }],
    equipment: [{ ref: 'e', materialId: products.equipment, forRef: 'i' }],
    emergencyPower: [{ ref: 'n', materialId: products.emergencyPower, inverterRef: 'i' }],
    services: [{ serviceId: products.service }],
    additionalCosts: [{ name: 'Gerüst', price: 900 }],
  });

describe('a PATCH of lines', () => {
  test('keeps the omitted fields of a line with the same ref and product', async () => {
    const offer = await wired();
    await done('updateInverter', { id: products.inverter }, { name: 'Anders', startVoltage: 200 });
    const { body } = await update(offer.id, {
      modules: [modules(12, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: products.inverter, description: 'Neu' }],
    });
    expect(body.modules[0]).toMatchObject({ id: offer.modules[0]?.id, price: 90, quantity: 12, rows: 2 });
    const [before] = offer.inverters;
    expect(body.inverters[0]).toEqual({
      ...before,
      description: 'Neu',
      updatedAt: body.updatedAt,
    });
    expect(body.inverters[0]?.product.startVoltage).toBeNull();
    expect(body.batteries[0]?.updatedAt).toBe(offer.updatedAt);
    const cleared = await update(offer.id, {
      inverters: [{ ref: 'i', materialId: products.inverter, strings: [] }],
    });
    expect(cleared.body.inverters[0]?.strings).toEqual([]);
    await done('updateInverter', { id: products.inverter }, { name: 'Hybrid 10', startVoltage: null });
  });

  test('changes lines of every group without replacing them', async () => {
    const shop = await done('createMiscMaterial', {}, { name: 'Kleinteile', autoAdd: true });
    const offer = await newOffer({
      batteries: [
        { ref: 'a', materialId: products.battery },
        { ref: 'b', materialId: products.battery, active: true, moduleCount: 3, price: 4000 },
      ],
      services: [{ ref: 's', serviceId: products.service, quantity: 2 }],
      additionalCosts: [{ ref: 'c', name: 'Gerüst', price: 900, vatRate: 19, description: 'Zwei Wochen' }],
    });
    const [small] = offer.miscMaterials;
    expect(small).toMatchObject({ autoAdded: true });
    const { status, body } = await update(offer.id, {
      batteries: [
        { ref: 'a', materialId: products.battery, name: 'Klein' },
        { ref: 'b', materialId: products.battery },
      ],
      services: [{ ref: 's', serviceId: products.service, price: 55 }],
      additionalCosts: [
        { ref: 'c', name: 'Gerüst', price: 950 },
        { name: 'Rabatt', price: -10 },
      ],
      miscMaterials: [{ ref: small?.ref ?? '', materialId: shop.id, name: 'Material' }],
    });
    const { updatedAt } = body;
    expect(status).toBe(200);
    expect(body.batteries).toEqual([{ ...offer.batteries[0], name: 'Klein', updatedAt }, offer.batteries[1]]);
    expect(body.services).toEqual([{ ...offer.services[0], price: 55, totalPrice: 110, updatedAt }]);
    expect(body.additionalCosts[0]).toEqual({
      ...offer.additionalCosts[0],
      price: 950,
      totalPrice: 950,
      updatedAt,
    });
    expect(body.miscMaterials).toEqual([{ ...small, name: 'Material', updatedAt }]);
    expect(body.priceHints).toMatchObject([{ code: 'price_missing', ref: small?.ref }]);
    await done('updateMiscMaterial', { id: shop.id }, { archived: true });
  });

  test('activates the battery that replaces all others', async () => {
    const { id } = await newOffer({ batteries: [{ materialId: products.battery }] });
    const { body } = await update(id, { batteries: [{ materialId: products.battery, ref: 'new' }] });
    expect(body.batteries).toMatchObject([{ ref: 'new', active: true }]);
  });

  test('creates a new line for a missing or new ref', async () => {
    const offer = await wired();
    const { body } = await update(offer.id, {
      equipment: [{ materialId: products.equipment }, { ref: 'e2', materialId: products.equipment }],
    });
    expect(body.equipment.map(({ ref }) => ref)).toEqual(['equipment-1', 'e2']);
    expect(body.equipment.map(({ id }) => id)).not.toContain(offer.equipment[0]?.id);
  });

  test('creates a new line for a known ref with another product, at the price of that product', async () => {
    const { id, miscMaterials } = await newOffer({
      miscMaterials: [{ ref: 'k', materialId: products.misc, quantity: 5, price: 9 }],
    });
    const sellingPrices = [{ siteId: company.siteId, net: 2 }];
    const other = await done('createMiscMaterial', {}, { name: 'Rohr', unit: 'METER', sellingPrices });
    const { body } = await update(id, { miscMaterials: [{ ref: 'k', materialId: other.id }] });
    expect(body.miscMaterials).toMatchObject([{ ref: 'k', materialId: other.id, name: 'Rohr', price: 2 }]);
    expect(body.miscMaterials[0]?.id).not.toBe(miscMaterials[0]?.id);
  });

  test('rejects a dangling reference unless it changes in the same request', async () => {
    const offer = await wired();
    await expectError(update(offer.id, { modules: [] }), 'dangling_ref', '/modules');
    const swapped = { inverters: [{ ref: 'i2', materialId: products.inverter }] };
    await expectError(update(offer.id, swapped), 'dangling_ref');
    expect(await read(offer.id)).toEqual(offer);
    const { status, body } = await update(offer.id, {
      modules: [modules(4, { ref: 'm2' })],
      inverters: [{ ref: 'i', materialId: products.inverter, strings: [string(1, 'm2', 4)] }],
    });
    expect([status, body.modules.map(({ ref }) => ref)]).toEqual([200, ['m2']]);
  });

  test('does not reuse the ref of a removed line', async () => {
    const { id, modules: lines } = await newOffer({
      modules: [modules(14)],
      inverters: [{ materialId: products.inverter, strings: [string(1, 'modules-1', 14)] }],
    });
    expect(lines[0]?.ref).toBe('modules-1');
    await expectError(update(id, { modules: [modules(20)] }), 'dangling_ref', '/modules');
    const { body } = await update(id, {
      modules: [modules(20)],
      inverters: [{ materialId: products.inverter, ref: 'i' }],
    });
    expect(body.modules.map(({ ref }) => ref)).toEqual(['modules-2']);
  });

  test('keeps omitted quantities, even if the product has changed', async () => {
    const { id: materialId } = await done(
      'createSubconstruction',
      {},
      { name: 'Haken', manufacturerId, mountingType: 'ON_ROOF', priceBasis: 'PER_MODULE' },
    );
    const mounting = { materialId, roofId: south, price: 40 };
    const equipment = { ref: 'e', materialId: products.equipment };
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

  test('uses the prices of the site that it sets', async () => {
    const branch = await company.newSite();
    const { id: materialId } = await done(
      'createEquipment',
      {},
      {
        name: 'Schutz',
        manufacturerId,
        forMaterialTypes: ['inverter'],
        sellingPrices: [
          { siteId: company.siteId, net: 100 },
          { siteId: branch, net: 120 },
        ],
      },
    );
    const { id } = await newOffer();
    const priceWith = async (siteId: string | null) =>
      (await update(id, { siteId, equipment: [{ materialId }] })).body.equipment[0]?.price;
    expect([await priceWith(branch), await priceWith(null)]).toEqual([120, 100]);
  });

  test('raises one event and updates updatedAt, unless nothing changes', async () => {
    const offer = await wired();
    const same = {
      name: offer.name,
      modules: [modules(10, { ref: 'm', rows: 2 })],
      inverters: [{ ref: 'i', materialId: products.inverter }],
      equipment: [{ ref: 'e', materialId: products.equipment, forRef: 'i' }],
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
  const battery = (more: object = {}) => ({ materialId: products.battery, ...more });
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
  ])('of a new offer, given as %j, have the active flags %j', async (lines, expected) => {
    expect(active(await newOffer({ batteries: lines.map(battery) }))).toEqual(expected);
  });

  test('have at most one active battery', async () => {
    const two = { batteries: [battery({ active: true }), battery({ active: true })] };
    await expectError(create(two), 'invalid_request', '/batteries/1/active');
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

describe('a single line', () => {
  test('can be appended, changed and removed without raising an event', async () => {
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

  test('that belongs to another group or offer is not found', async () => {
    const offer = await newOffer({ wallboxes: [{ materialId: products.wallbox }] });
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

  test('can be read', async () => {
    const offer = await wired();
    for (const group of groupNames) {
      for (const line of offer[group]) {
        const { status, body } = await api.send('GET', linePath(offer.id, group, line.id));
        expect([status, body]).toEqual([200, line]);
      }
    }
    const { status } = await api.call('getOfferBattery', {
      params: { id: offer.id, lineId: offer.modules[0]?.id ?? '' },
    });
    expect(status).toBe(404);
  });

  test('of modules or of an inverter recalculates the power of the offer', async () => {
    const {
      id,
      modules: lines,
      inverters,
    } = await newOffer({
      modules: [modules(10, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: products.inverter }],
    });
    const lineId = lines[0]?.id ?? '';
    await done('updateOfferModule', { id, lineId }, { quantity: 12, roofId: north });
    await done('createOfferInverter', { id }, { materialId: products.inverter });
    const strings = [string(1, 'm', 12)];
    const wiredOne = await done(
      'updateOfferInverter',
      { id, lineId: inverters[0]?.id ?? '' },
      { strings, price: 7 },
    );
    expect(wiredOne.strings).toEqual([{ label: '1.1.1', ...strings[0] }]);
    const offer = await read(id);
    expect(offer).toMatchObject({ systemPowerKwp: 5.28, inverterPowerKw: 20, moduleCount: 12 });
    expect(offer.modules[0]).toMatchObject({ roofId: north, totalPrice: 12 * 95 });
    expect(offer.inverters[0]).toEqual(wiredOne);
    const place = { id, lineId };
    await expectError(
      api.call('updateOfferModule', { params: place, body: { roofId: '987654321' } }),
      'unknown_reference',
      '/roofId',
    );
    const params = { id, lineId: inverters[0]?.id ?? '' };
    const change = (moduleRef: string, mppTracker = 1) =>
      api.call('updateOfferInverter', { params, body: { strings: [string(mppTracker, moduleRef)] } });
    await expectError(change('x'), 'dangling_ref', '/strings/0/moduleRef');
    await expectError(change('m', 2), 'invalid_request', '/strings/0/mppTracker');
  });

  test('takes its strings with it when it is a line of modules', async () => {
    const offer = await newOffer({
      modules: [modules(10, { ref: 'm' }), modules(10, { ref: 'n' })],
      inverters: [{ materialId: products.inverter, strings: [string(1, 'm'), string(1, 'n')] }],
      miscMaterials: [{ materialId: products.misc }],
    });
    expect(offer.miscMaterials[0]?.quantity).toBe(60);
    await done('deleteOfferModule', { id: offer.id, lineId: offer.modules[0]?.id ?? '' });
    const after = await read(offer.id);
    expect(after.inverters[0]?.strings).toEqual([{ label: '1.1.2', ...string(1, 'n') }]);
    expect(after).toMatchObject({ moduleCount: 10, lineHints: [], miscMaterials: [{ quantity: 30 }] });
  });

  test('leaves emergency power with a hint when its inverter is removed', async () => {
    const offer = await newOffer({
      inverters: [{ ref: 'i', materialId: products.inverter }],
      batteries: [{ materialId: products.battery, inverterRef: 'i' }],
      emergencyPower: [{ materialId: products.emergencyPower, inverterRef: 'i' }],
    });
    await done('deleteOfferInverter', { id: offer.id, lineId: offer.inverters[0]?.id ?? '' });
    const after = await read(offer.id);
    expect([after.batteries[0]?.inverterRef, after.emergencyPower[0]?.inverterRef]).toEqual([null, null]);
    expect(after.lineHints).toMatchObject([{ code: 'without_inverter', ref: 'emergency-power-1' }]);
  });

  test('clears references to it when it is removed', async () => {
    const offer = await newOffer({
      batteries: [{ ref: 'b', materialId: products.battery }],
      equipment: [{ materialId: products.equipment, forRef: 'b' }],
    });
    await done('deleteOfferBattery', { id: offer.id, lineId: offer.batteries[0]?.id ?? '' });
    expect((await read(offer.id)).equipment[0]?.forRef).toBeNull();
  });
});

describe('limits', () => {
  const costs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, price: 1 }));
  const services = (count: number) =>
    Array.from({ length: count }, () => ({ serviceId: products.service, quantity: 1 }));
  const wallboxes = (count: number) =>
    Array.from({ length: count }, () => ({ materialId: products.wallbox }));

  test('are 200 lines per group and 500 in total, with 400 for a body and 409 for a single line', async () => {
    await expectError(create({ additionalCosts: costs(201) }), 'invalid_request', '/additionalCosts');
    const full = { additionalCosts: costs(200), services: services(200), wallboxes: wallboxes(100) };
    const { id } = await newOffer(full);
    const add = (body: object, group: string) => api.send('POST', `/v1/offers/${id}/${group}`, { body });
    const group = await add({ name: 'x', price: 1 }, 'additional-costs');
    expect([group.status, group.error]).toEqual([409, 'too_many_lines']);
    expect(group.text).toContain('200 additional costs');
    const all = await add({ materialId: products.wallbox }, 'wallboxes');
    expect([all.status, all.error]).toEqual([409, 'too_many_lines']);
    expect(all.text).toContain('500 lines');
    const invalid = { materialId: products.wallbox, ref: 'cost-1' };
    expect((await add(invalid, 'wallboxes')).error).toBe('invalid_request');
    await expectError(create({ ...full, wallboxes: wallboxes(101) }), 'invalid_request', '');
    expect((await read(id)).netPrice).toBe(200 + 200 * 60 + 100 * 780);
  });

  test('also apply to batteries', async () => {
    const batteries = Array.from({ length: 20 }, () => ({ materialId: products.battery }));
    const { id } = await newOffer({ batteries });
    const body = { materialId: products.battery };
    await expectError(api.call('createOfferBattery', { params: { id }, body }), 'too_many_lines');
  });
});

test("the names and descriptions of an offer's lines are limited to 1 MiB in total", async () => {
  const sun = '🌞';
  const service = await done(
    'createService',
    {},
    {
      name: 'Beratung',
      unit: 'FLAT',
      price: 1,
      description: sun.repeat(10_000),
    },
  );
  const line = { serviceId: service.id };
  const tooLong = await create({ services: Array(27).fill(line) });
  expect([tooLong.status, tooLong.error]).toEqual([400, 'invalid_request']);
  expect(tooLong.details).toMatchObject([
    { in: 'body', path: '', code: 'texts', message: expect.stringContaining('must be at most 1 MiB') },
  ]);
  const { id, services } = await newOffer({ services: Array(26).fill(line) });
  const added = await api.call('createOfferService', { params: { id }, body: line });
  expect([added.status, added.details?.[0]?.code]).toEqual([400, 'texts']);
  const short = await done('createOfferService', { id }, { ...line, description: sun });
  const params = { id, lineId: short.id };
  const changed = await api.call('updateOfferService', { params, body: { description: sun.repeat(9_000) } });
  expect([changed.status, changed.details?.[0]?.code]).toEqual([400, 'texts']);
  await done('updateOfferService', { id, lineId: services[0]?.id ?? '' }, { description: sun });
  await done('updateOfferService', params, { description: sun.repeat(9_000) });
});

test('an offer with longer texts, stored before they were limited, can be shortened', async () => {
  const additionalCosts = Array.from({ length: 30 }, (_, index) => ({ name: `Posten ${index}`, price: 1 }));
  const offer = await newOffer({ additionalCosts });
  await database.kysely
    .updateTable('offerLine')
    .set({ description: '🌞'.repeat(10_000) })
    .where('offerId', '=', offer.id)
    .execute();
  const params = { id: offer.id, lineId: offer.additionalCosts[0]?.id ?? '' };
  await done('updateOfferAdditionalCost', params, { description: null });
  const { status } = await api.call('updateOfferAdditionalCost', { params, body: { description: 'lang' } });
  expect(status).toBe(400);
});
