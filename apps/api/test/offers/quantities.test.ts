import type { Body, Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { lineRequests, string } from '../support/line-requests.ts';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, api, read, siteId } = company;
const { south, north, modules, create, update } = lineRequests(company);
const manufacturerId = (await done('listManufacturers', {})).data[0]?.id ?? '';
const sold = { manufacturerId, sellingPrices: [{ siteId, net: 10 }] };

type Rule = NonNullable<Body<'createEquipment'>['quantityRule']>;

const equipment = async (quantityRule: Rule, defaultQuantity = 1) => {
  const body = {
    name: quantityRule,
    forMaterialTypes: ['pv_module' as const],
    quantityRule,
    defaultQuantity,
  };
  return (await done('createEquipment', {}, { ...body, ...sold })).id;
};
const [optimizer, connector, holder] = [
  await equipment('PER_MODULE'),
  await equipment('PER_STRING', 2),
  await equipment('PER_UNIT', 1.5),
];

type Group = 'services' | 'batteries' | 'wallboxes' | 'subconstructions' | 'equipment' | 'miscMaterials';

const quantities = (offer: Offer, group: Group) =>
  offer[group].map(({ quantity, quantityIsAutomatic }) => [quantity, quantityIsAutomatic]);

describe('an automatic quantity', () => {
  test('follows its rule with every change, whoever added the line', async () => {
    const { id, ...offer } = await newOffer({
      modules: [modules(10)],
      inverters: [{ ref: 'i', materialId: products.inverter }],
      services: [{ serviceId: products.service }, { serviceId: products.service, quantity: 3 }],
      miscMaterials: [{ materialId: products.misc }, { materialId: products.misc, quantity: null }],
      subconstructions: [{ materialId: products.subconstruction, roofId: south }],
    });
    expect(quantities({ id, ...offer }, 'services')).toEqual([
      [10, true],
      [3, false],
    ]);
    expect(quantities({ id, ...offer }, 'miscMaterials')).toEqual([
      [0, true],
      [0, true],
    ]);
    const strings = [string(1, 'm', 6), string(1, 'm', 6)];
    const { body } = await update(id, {
      modules: [modules(12, { ref: 'm' })],
      inverters: [{ ref: 'i', materialId: products.inverter, strings }],
    });
    expect(quantities(body, 'services')).toEqual([
      [12, true],
      [3, false],
    ]);
    expect(quantities(body, 'miscMaterials')).toEqual([
      [60, true],
      [60, true],
    ]);
    expect(quantities(body, 'subconstructions')).toEqual([[12, true]]);
    expect(body.services[0]?.totalPrice).toBe(720);
  });

  test('is fixed by a number, and automatic again by null', async () => {
    const { id, services } = await newOffer({
      modules: [modules(10)],
      services: [{ serviceId: products.service }],
    });
    const params = { id, lineId: services[0]?.id ?? '' };
    const change = async (body: Body<'updateOfferService'>) => {
      const { quantity, quantityIsAutomatic } = await done('updateOfferService', params, body);
      return [quantity, quantityIsAutomatic];
    };
    expect(await change({ quantity: 4 })).toEqual([4, false]);
    await update(id, { modules: [modules(20)] });
    expect(await change({ name: 'Montage' })).toEqual([4, false]);
    expect(await change({ quantity: null })).toEqual([20, true]);
    expect(await change({ name: 'Einbau' })).toEqual([20, true]);
    expect((await read(id)).netPrice).toBe(20 * 95 + 20 * 60);
  });

  test('is kept in a replaced group where it is omitted', async () => {
    const { id } = await newOffer({
      modules: [modules(10)],
      equipment: [
        { ref: 'a', materialId: optimizer },
        { ref: 'b', materialId: optimizer, quantity: 5 },
      ],
    });
    const kept = await update(id, {
      modules: [modules(11)],
      equipment: [
        { ref: 'a', materialId: optimizer },
        { ref: 'b', materialId: optimizer },
      ],
    });
    expect(quantities(kept.body, 'equipment')).toEqual([
      [11, true],
      [5, false],
    ]);
    const reset = await update(id, {
      equipment: [
        { ref: 'a', materialId: optimizer, quantity: 7 },
        { ref: 'b', materialId: optimizer, quantity: null },
      ],
    });
    expect(quantities(reset.body, 'equipment')).toEqual([
      [7, false],
      [11, true],
    ]);
  });

  test('is not possible for modules, inverters and services by the hour', async () => {
    const hour = (await done('createService', {}, { name: 'Regie', unit: 'HOUR', price: 60 })).id;
    const refused = [
      [{ modules: [{ ...modules(1), quantity: null }] }, '/modules/0/quantity'],
      [{ inverters: [{ materialId: products.inverter, quantity: null }] }, '/inverters/0/quantity'],
      [{ services: [{ serviceId: hour, quantity: null }] }, '/services/0/quantity'],
    ] as const;
    for (const [body, path] of refused) await expectError(create(body as never), 'invalid_request', path);
    const { id, services } = await newOffer({ services: [{ serviceId: hour, quantity: 2 }] });
    const params = { id, lineId: services[0]?.id ?? '' };
    const change = api.call('updateOfferService', { params, body: { quantity: null } });
    await expectError(change, 'invalid_request', '/quantity');
  });

  test('of a line that was stored before is fixed', async () => {
    const { id } = await newOffer({ modules: [modules(10)], services: [{ serviceId: products.service }] });
    await database.kysely
      .updateTable('offerLine')
      .set({ quantityIsAutomatic: false })
      .where('offerId', '=', id)
      .execute();
    const { body } = await update(id, { modules: [modules(12)] });
    expect(quantities(body, 'services')).toEqual([[10, false]]);
  });
});

describe('equipment counts', () => {
  const plant = {
    modules: [modules(12, { ref: 'south' }), modules(10, { ref: 'north', roofId: north })],
    inverters: [
      {
        ref: 'i',
        materialId: products.inverter,
        strings: [string(1, 'south', 6), string(1, 'south', 6), string(1, 'north', 5)],
      },
    ],
    subconstructions: [{ ref: 'hooks', materialId: products.subconstruction, roofId: north }],
    wallboxes: [{ ref: 'w', materialId: products.wallbox, quantity: 2 }],
    batteries: [
      { ref: 'usual', materialId: products.battery },
      { ref: 'set', materialId: products.battery, quantity: 2, moduleCount: 3, price: 4000 },
    ],
  };

  test('the modules of each line of modules: 22 optimizers for 22 modules', async () => {
    const offer = await newOffer({
      ...plant,
      equipment: ['south', 'north'].map((forRef) => ({ materialId: optimizer, forRef })),
    });
    expect(quantities(offer, 'equipment')).toEqual([
      [12, true],
      [10, true],
    ]);
  });

  test.each([
    ['all modules without forRef', () => optimizer, null, 22],
    ['all strings without forRef', () => connector, null, 6],
    ['one unit without forRef', () => holder, null, 1.5],
    ['the strings of a line of modules', () => connector, 'south', 4],
    ['the modules in the strings of an inverter', () => optimizer, 'i', 17],
    ['the strings of an inverter', () => connector, 'i', 6],
    ['the modules on the roof of a mounting system', () => optimizer, 'hooks', 10],
    ['the usual modules of a battery', () => optimizer, 'usual', 4],
    ['the modules of all batteries of a line', () => optimizer, 'set', 6],
    ['the quantity of a line', () => holder, 'w', 3],
    ['the automatic quantity of a line', () => holder, 'hooks', 15],
  ] as const)('%s', async (_what, materialId, forRef, quantity) => {
    const offer = await newOffer({ ...plant, equipment: [{ materialId: materialId(), forRef }] });
    expect(quantities(offer, 'equipment')).toEqual([[quantity, true]]);
  });

  test('nothing in a line without modules or strings; it is refused unless it was stored like this', async () => {
    const [perModule, perString] = [
      { ref: 'e', materialId: optimizer, forRef: 'w' },
      { ref: 'e', materialId: connector, forRef: 'usual' },
    ];
    for (const line of [perModule, perString])
      await expectError(create({ ...plant, equipment: [line] }), 'invalid_request', '/equipment/0/quantity');
    const offer = await newOffer({ ...plant, equipment: [{ ...perModule, quantity: 5 }] });
    expect(quantities(offer, 'equipment')).toEqual([[5, false]]);
    const line = { id: offer.id, lineId: offer.equipment[0]?.id ?? '' };
    const reset = api.call('updateOfferEquipment', { params: line, body: { quantity: null } });
    await expectError(reset, 'invalid_request', '/quantity');
    const stored = database.kysely.updateTable('offerLine').set({ quantityIsAutomatic: true, quantity: 0 });
    await stored.where('id', '=', line.lineId).execute();
    const { body } = await update(offer.id, { equipment: [{ ...perModule, name: 'Optimierer' }] });
    expect(body.equipment).toMatchObject([{ name: 'Optimierer', quantity: 0, quantityIsAutomatic: true }]);
  });

  test('the count of a removed line, with a hint, until its quantity is set', async () => {
    const { id, wallboxes } = await newOffer({
      ...plant,
      equipment: [
        { ref: 'e', materialId: holder, forRef: 'w' },
        { ref: 'fixed', materialId: holder, forRef: 'w', quantity: 9 },
      ],
    });
    await done('deleteOfferWallbox', { id, lineId: wallboxes[0]?.id ?? '' });
    const after = await read(id);
    expect(after.equipment).toMatchObject([
      { forRef: null, quantity: 3, quantityIsAutomatic: false },
      { forRef: null, quantity: 9, quantityIsAutomatic: false },
    ]);
    const frozen = ({ lineHints }: Offer) => lineHints.filter(({ code }) => code === 'quantity_frozen');
    expect(frozen(after)).toMatchObject([{ ref: 'e' }]);
    const set = await update(id, { equipment: [{ ref: 'e', materialId: holder, quantity: 3 }] });
    expect(frozen(set.body)).toEqual([]);
    const automatic = await update(id, { equipment: [{ ref: 'e', materialId: holder, quantity: null }] });
    expect(quantities(automatic.body, 'equipment')).toEqual([[1.5, true]]);
  });
});

describe('the modules of a battery', async () => {
  const modular = { name: 'Turm', usableCapacity: 10, moduleCapacity: 2.5, maxModules: 6, ...sold };
  const materialId = (await done('createBattery', {}, modular)).id;
  const hints = ({ priceHints }: Offer) => priceHints.map(({ code }) => code);

  test('are limited to those of the product', async () => {
    await expectError(
      create({ batteries: [{ materialId, moduleCount: 7 }] }),
      'invalid_request',
      '/batteries/0/moduleCount',
    );
    const { id, batteries } = await newOffer({ batteries: [{ materialId, moduleCount: 6, price: 20 }] });
    const params = { id, lineId: batteries[0]?.id ?? '' };
    const change = api.call('updateOfferBattery', { params, body: { moduleCount: 7 } });
    await expectError(change, 'invalid_request', '/moduleCount');
    expect((await read(id)).batteryCapacityKwh).toBe(15);
  });

  test('cannot be set without the capacity of a module, but can be sent back', async () => {
    const fixed = (await done('createBattery', {}, { ...modular, moduleCapacity: null })).id;
    const refused = create({ batteries: [{ materialId: fixed, moduleCount: 4 }] });
    await expectError(refused, 'invalid_request', '/batteries/0/moduleCount');
    const { id, batteries } = await newOffer({
      batteries: [{ ref: 'b', materialId: fixed, moduleCount: null }],
    });
    const params = { id, lineId: batteries[0]?.id ?? '' };
    const change = api.call('updateOfferBattery', { params, body: { moduleCount: 4 } });
    await expectError(change, 'invalid_request', '/moduleCount');
    const stored = database.kysely.updateTable('offerLine').set({ moduleCount: 4 });
    await stored.where('id', '=', params.lineId).execute();
    const sentBack = await update(id, { batteries: [{ ref: 'b', materialId: fixed, moduleCount: 4 }] });
    expect(sentBack.body.batteries).toMatchObject([{ moduleCount: 4 }]);
  });

  test('have a hint if the price of the catalog is for another number', async () => {
    expect(hints(await newOffer({ batteries: [{ materialId }] }))).toEqual([]);
    expect(hints(await newOffer({ batteries: [{ materialId, moduleCount: 4 }] }))).toEqual([]);
    const other = await newOffer({ batteries: [{ materialId, moduleCount: 5 }] });
    expect(hints(other)).toEqual(['price_for_default_modules']);
    const params = { id: other.id, lineId: other.batteries[0]?.id ?? '' };
    await done('updateOfferBattery', params, { price: 10 });
    expect(hints(await read(other.id))).toEqual([]);
    await done('updateOfferBattery', params, { moduleCount: 6 });
    expect(hints(await read(other.id))).toEqual([]);
  });

  test('have a hint until the purchase price of the catalog is replaced, too', async () => {
    const bought = (await done('createBattery', {}, { ...modular, purchasePrice: 3000 })).id;
    const other = await newOffer({ batteries: [{ materialId: bought, moduleCount: 5, price: 6500 }] });
    expect(other.priceHints).toMatchObject([{ message: expect.stringContaining('Set purchasePrice.') }]);
    const copy = await done('duplicateOffer', { id: other.id });
    expect(hints(copy)).toEqual(['price_for_default_modules']);
    const params = { id: other.id, lineId: other.batteries[0]?.id ?? '' };
    await done('updateOfferBattery', params, { purchasePrice: 3750 });
    expect(hints(await read(other.id))).toEqual([]);
    const both = { materialId: bought, moduleCount: 5, price: 6500, purchasePrice: 3750 };
    expect(hints(await newOffer({ batteries: [both] }))).toEqual([]);
  });
});
