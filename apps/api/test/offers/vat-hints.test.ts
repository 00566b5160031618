import type { Body, Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, project } = company;
const [south = { id: '' }] = project.roofs;

type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

const codes = ({ vatHints }: Offer) => vatHints.map(({ code }) => code);
const named = ({ vatHints }: Offer) => vatHints.map(({ code, refs }) => [code, ...refs]);
const modules = (quantity: number) => [{ materialId: products.module, roofId: south.id, quantity }];

describe('VAT hints', () => {
  test('are given above 30 kWp, unless the building qualifies or another mode is set', async () => {
    expect(codes(await newOffer({ modules: modules(68) }))).toEqual([]);
    const large = await newOffer({ modules: modules(69) });
    expect([large.systemPowerKwp, codes(large)]).toEqual([30.36, ['power_above_limit']]);
    expect(codes(await done('updateOffer', { id: large.id }, { vatMode: 'STANDARD' }))).toEqual([]);
    await done('updateOffer', { id: large.id }, { vatMode: 'PV_ZERO' });
    for (const [buildingUse, expected] of [
      ['RESIDENTIAL', []],
      ['COMMERCIAL', ['power_above_limit']],
      ['PUBLIC_BENEFIT', []],
      [null, ['power_above_limit']],
    ] as const) {
      await done('updateProject', { id: project.id }, { buildingUse });
      expect(codes(await company.read(large.id))).toEqual(expected);
    }
  });

  test('count the photovoltaics that exist at the site', async () => {
    const existing = (type: 'PV' | 'BATTERY', powerKwp: number | null) =>
      done('updateProject', { id: project.id }, { existingSystems: [{ type, powerKwp }] });
    await existing('PV', 12.88);
    const offer = await newOffer({ modules: modules(40) });
    expect([offer.systemPowerKwp, codes(offer)]).toEqual([17.6, ['power_above_limit']]);
    expect(offer.vatHints[0]?.message).toContain('more than 30 kWp together with existing plants');
    for (const [type, power] of [
      ['PV', 12.4],
      ['PV', null],
      ['BATTERY', 20],
    ] as const) {
      await existing(type, power);
      expect(codes(await company.read(offer.id))).toEqual([]);
    }
  });

  test('are given for an offer without VAT, which depend on the type of the customer', async () => {
    const offer = await newOffer({ vatMode: 'REVERSE_CHARGE' });
    expect(codes(offer)).toEqual(['reverse_charge_private']);
    for (const type of ['COMPANY', 'MUNICIPALITY'] as const) {
      await done('updateCustomer', { id: company.customerId }, { type });
      const { vatHints } = await company.read(offer.id);
      expect(vatHints).toEqual([
        { code: 'reverse_charge_conditions', refs: [], message: expect.stringContaining('§ 13b (5) UStG') },
      ]);
    }
    await done('updateCustomer', { id: company.customerId }, { type: 'PRIVATE' });
  });

  test('are not given about the power of a system without a line at 0 %', async () => {
    await done('updateProject', { id: project.id }, { buildingUse: 'COMMERCIAL' });
    const [large] = modules(69);
    const taxed = await newOffer({ modules: [{ ...large, vatRate: 19 } as never] });
    expect([taxed.systemPowerKwp, codes(taxed)]).toEqual([30.36, []]);
    const { vatHints } = await newOffer({ modules: modules(69) });
    expect(vatHints).toMatchObject([{ message: expect.stringContaining('operates the system') }]);
  });

  test('are given for lines at 0 % on an offer without a plant', async () => {
    const cost = { name: 'Montage', price: 100, vatRate: 0 } as const;
    const offer = await newOffer({ additionalCosts: [cost] });
    expect(named(offer)).toEqual([['zero_rate_without_plant', 'cost-1']]);
    const alternative = { materialId: products.battery, active: false };
    expect(codes(await newOffer({ additionalCosts: [cost], batteries: [alternative] }))).toEqual([
      'zero_rate_without_plant',
    ]);
    expect(codes(await newOffer({ additionalCosts: [{ ...cost, vatRate: 19 }] }))).toEqual([]);
    expect(codes(await done('updateOffer', { id: offer.id }, { vatMode: 'STANDARD' }))).toEqual([]);
    await done('updateOffer', { id: offer.id }, { vatMode: 'PV_ZERO' });
    await done('createOfferBattery', { id: offer.id }, { materialId: products.battery });
    expect(codes(await company.read(offer.id))).toEqual([]);
  });
});

test('gives a hint about a discount with VAT in an offer whose other lines have no VAT', async () => {
  const offer = await newOffer({ additionalCosts: [{ name: 'Rabatt', price: -100, vatRate: 19 }] });
  expect(offer.vatHints).toEqual([]);
  const battery = { materialId: products.battery, price: 5000, vatRate: 0 } as const;
  await done('createOfferBattery', { id: offer.id }, battery);
  const { vatAmount, vatHints } = await company.read(offer.id);
  expect([vatAmount, vatHints]).toMatchObject([-19, [{ code: 'negative_rate', refs: ['cost-1'] }]]);
  const wallbox = { materialId: products.wallbox, price: 100, vatRate: 19 } as const;
  await done('createOfferWallbox', { id: offer.id }, wallbox);
  expect((await company.read(offer.id)).vatHints).toEqual([]);
});

test('name wallboxes, their equipment and maintenance at 0 %, also beside a system', async () => {
  const { id: cable } = await done(
    'createEquipment',
    {},
    { name: 'Kabel', forMaterialTypes: ['wallbox'], manufacturerId: company.manufacturerId },
  );
  const { id: maintenance } = await done(
    'createService',
    {},
    { name: 'Wartung', category: 'MAINTENANCE', price: 190 },
  );
  const free = { price: 100, vatRate: 0 } as const;
  const body: OfferBody = {
    modules: modules(20),
    wallboxes: [{ ref: 'wallbox', materialId: products.wallbox, ...free }],
    equipment: [
      { ref: 'cable', materialId: cable, ...free },
      { ref: 'meter', materialId: products.equipment, forRef: 'wallbox', ...free },
      { ref: 'meter of the inverter', materialId: products.equipment, ...free },
    ],
    services: [
      { ref: 'maintenance', serviceId: maintenance, ...free },
      { ref: 'mounting', serviceId: products.service, ...free },
    ],
  };
  const offer = await newOffer(body);
  expect(named(offer)).toEqual([['zero_rate_ineligible', 'wallbox', 'cable', 'maintenance', 'meter']]);
  await done('updateService', { id: maintenance }, { category: 'OTHER' });
  expect(named(await company.read(offer.id))).toEqual(named(offer));
  expect(codes(await done('updateOffer', { id: offer.id }, { vatMode: 'REVERSE_CHARGE' }))).toEqual([
    'reverse_charge_private',
  ]);
});

describe('VAT on a system', () => {
  const system: OfferBody = {
    modules: [{ ...modules(20)[0], ref: 'modules' } as never],
    batteries: [{ ref: 'offered', materialId: products.battery }, { materialId: products.battery }],
    subconstructions: [{ ref: 'mounting', materialId: products.subconstruction, roofId: south.id }],
    wallboxes: [{ materialId: products.wallbox }],
    services: [{ serviceId: products.service, vatRate: 19 }],
  };
  const expected = [['zero_rate_not_applied', 'modules', 'offered', 'mounting']];

  test('is named for a private customer, and not for others', async () => {
    const offer = await newOffer({ ...system, vatMode: 'STANDARD' });
    expect(named(offer)).toEqual(expected);
    expect(offer.vatHints).toMatchObject([{ message: expect.stringContaining('§ 14c') }]);
    expect(named(await done('updateOffer', { id: offer.id }, { vatMode: 'PV_ZERO' }))).toEqual([]);
    const taxed = { id: offer.id, lineId: offer.modules[0]?.id ?? '' };
    await done('updateOfferModule', taxed, { vatRate: 7 });
    expect(named(await company.read(offer.id))).toEqual([['zero_rate_not_applied', 'modules']]);
    await done('updateCustomer', { id: company.customerId }, { type: 'COMPANY' });
    expect(named(await company.read(offer.id))).toEqual([]);
    await done('updateCustomer', { id: company.customerId }, { type: 'PRIVATE' });
  });

  test('is named above 30 kWp and without modules only if the building or an existing plant is known to qualify', async () => {
    await done('updateProject', { id: project.id }, { buildingUse: null });
    const large = await newOffer({ modules: modules(69), vatMode: 'STANDARD' });
    const retrofit = await newOffer({ batteries: [{ materialId: products.battery }], vatMode: 'STANDARD' });
    const both = async () => [codes(await company.read(large.id)), codes(await company.read(retrofit.id))];
    expect(await both()).toEqual([[], []]);
    await done('updateProject', { id: project.id }, { buildingUse: 'RESIDENTIAL' });
    expect(await both()).toEqual([['zero_rate_not_applied'], ['zero_rate_not_applied']]);
    const existingSystems = [{ type: 'PV', powerKwp: 8 } as const];
    await done('updateProject', { id: project.id }, { buildingUse: null, existingSystems });
    expect(await both()).toEqual([[], ['zero_rate_not_applied']]);
    await done('updateProject', { id: project.id }, { existingSystems: [] });
  });
});

test('name costs without a rate that get 0 %', async () => {
  const { id } = await newOffer({
    modules: modules(20),
    additionalCosts: [
      { ref: 'scaffold', name: 'Gerüst', price: 800 },
      { name: 'Rabatt', price: -100 },
      { name: 'Zaun', price: 50, vatRate: 19 },
    ],
  });
  expect(named(await company.read(id))).toEqual([['cost_without_rate', 'scaffold']]);
  await done('updateOffer', { id }, { modules: [], vatMode: 'PV_ZERO' });
  expect(named(await company.read(id))).toEqual([]);
  // A line at 0 % without a price gets no share.
  await done('createOfferAdditionalCost', { id }, { ref: 'free', name: 'Monitoring', price: 0, vatRate: 0 });
  const offer = await company.read(id);
  expect(named(offer)).toEqual([['zero_rate_without_plant', 'free']]);
  expect(offer.vatBreakdown).toMatchObject([
    { vatRate: 0, net: 0 },
    { vatRate: 19, net: 750 },
  ]);
});
