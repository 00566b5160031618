import type { Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { lineRequests, string } from '../support/line-requests.ts';
import { expectError, openOfferCompanies } from '../support/offer-company.ts';

const { newOfferCompany, database } = await openOfferCompanies();
const company = await newOfferCompany();
const { newOffer, done, products, api, raisedBy, read } = company;
const manufacturerId = (await done('listManufacturers', {})).data[0]?.id ?? '';
const { south, modules, create, update } = lineRequests(company);

describe('a PATCH of lines', () => {
  const wired = () =>
    newOffer({
      modules: [modules(10, { ref: 'm', price: 90, rows: 2 })],
      inverters: [
        { ref: 'i', materialId: products.inverter, price: 1700, name: 'WR', strings: [string(1, 'm')] },
      ],
      batteries: [{ materialId: products.battery, inverterRef: 'i' }],
      equipment: [{ ref: 'e', materialId: products.equipment, forRef: 'i' }],
      emergencyPower: [{ ref: 'n', materialId: products.emergencyPower, inverterRef: 'i' }],
    });

  test('keeps id, price, texts and strings of a line with the same ref and product', async () => {
    const offer = await wired();
    await done('updateInverter', { id: products.inverter }, { name: 'Anders', startVoltage: 200 });
    const { body } = await update(offer.id, {
      modules: [modules(12, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: products.inverter, description: 'Neu' }],
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
      inverters: [{ ref: 'i', materialId: products.inverter, strings: [] }],
    });
    expect(cleared.body.inverters[0]?.strings).toEqual([]);
    await done('updateInverter', { id: products.inverter }, { name: 'Hybrid 10', startVoltage: null });
  });

  test('creates a new line for a missing or new ref or another product', async () => {
    const offer = await wired();
    const { body } = await update(offer.id, {
      equipment: [{ materialId: products.equipment }, { ref: 'e2', materialId: products.equipment }],
    });
    expect(body.equipment.map(({ ref }) => ref)).toEqual(['equipment-1', 'e2']);
    expect(body.equipment.map(({ id }) => id)).not.toContain(offer.equipment[0]?.id);
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
