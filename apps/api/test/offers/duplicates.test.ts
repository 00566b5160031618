import type { Body, Offer } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { germanDayOf } from '../../src/kernel/dates/german-days.ts';
import { groupNames } from '../../src/sales/offers/model/line-groups.ts';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, project, api, raisedBy, read } = company;
const [south = '', north = ''] = project.roofs.map(({ id }) => id);

const roof = (name: string) => ({ name, roofType: 'GABLE', azimuth: 90, tilt: 40 }) as const;
const newProject = (...names: string[]) =>
  done('createProject', {}, { customerId: company.customerId, roofs: names.map(roof) });

const duplicate = (id: string, body?: Body<'duplicateOffer'>) => done('duplicateOffer', { id }, body);
const rejected = (id: string, body?: Body<'duplicateOffer'>) =>
  api.call('duplicateOffer', { params: { id }, ...(body && { body }) });

const wired = {
  modules: [{ ref: 'roof', materialId: products.module, roofId: south, quantity: 20 }],
  inverters: [
    {
      ref: 'wr',
      materialId: products.inverter,
      strings: [
        { mppTracker: 1, moduleRef: 'roof', moduleCount: 10 },
        { mppTracker: 1, moduleRef: 'roof', moduleCount: 10 },
      ],
    },
  ],
};

const complete = {
  ...wired,
  name: 'Einfamilienhaus',
  validTo: germanDayOf(new Date().toISOString()),
  introText: 'Guten Tag',
  batteries: [
    { materialId: products.battery, inverterRef: 'wr' },
    { materialId: products.battery, quantity: 2 },
  ],
  wallboxes: [{ materialId: products.wallbox, price: 700 }],
  subconstructions: [{ materialId: products.subconstruction, roofId: south }],
  equipment: [{ materialId: products.equipment, forRef: 'wr' }],
  emergencyPower: [{ materialId: products.emergencyPower, inverterRef: 'wr' }],
  miscMaterials: [{ materialId: products.misc }],
  services: [{ serviceId: products.service }],
  additionalCosts: [{ name: 'Rabatt', price: -100 }],
};

/** Returns the lines without ids and times, in which copies differ. */
function linesOf(offer: Offer) {
  return groupNames.map((group) =>
    offer[group].map(({ id: _id, createdAt: _created, updatedAt: _updated, ...line }) => line),
  );
}

/** The sums and settings that a duplicate has in common with its original. */
const sums = ({
  netPrice,
  vatBreakdown,
  purchasePrice,
  systemPowerKwp,
  vatMode,
  name,
  introText,
}: Offer) => ({
  netPrice,
  vatBreakdown,
  purchasePrice,
  systemPowerKwp,
  vatMode,
  name,
  introText,
});

test('a duplicate of an offer in any state is a draft with the same lines, and the original is unchanged', async () => {
  const { id } = await newOffer({ ...complete, externalId: 'ERP-1' });
  const states = [
    async () => {},
    async () => done('publishOffer', { id }),
    async () => done('acceptOffer', { id }),
  ];
  for (const [index, move] of states.entries()) {
    await move();
    const original = await read(id);
    const events = await raisedBy(async () => {
      const { status, headers, body } = await api.call('duplicateOffer', { params: { id } });
      expect([status, headers.get('location')]).toEqual([201, `/v1/offers/${body.id}`]);
      expect(body).toMatchObject({
        state: 'DRAFT',
        duplicateOfId: id,
        projectId: project.id,
        externalId: null,
        validTo: null,
        publishedAt: null,
        acceptedAt: null,
        decision: null,
      });
      expect(body.number).not.toBe(original.number);
      expect(linesOf(body)).toEqual(linesOf(original));
      expect(sums(body)).toEqual(sums(original));
      expect(await read(body.id)).toEqual(body);
    });
    expect({ index, types: events.map(({ type }) => type) }).toEqual({ index, types: ['offer.created'] });
    expect(await read(id)).toEqual(original);
  }
});

test('a new version of a published offer is a duplicate that is changed and published, and the old one is declined', async () => {
  const { id: offerRequestId } = await done('createOfferRequest', {}, { contact: { lastName: 'Schneider' } });
  const { id } = await newOffer({ ...wired, offerRequestId });
  await done('publishOffer', { id });
  const version = await duplicate(id);
  expect(version).toMatchObject({ offerRequestId, duplicateOfId: id });
  await done(
    'updateOffer',
    { id: version.id },
    { modules: [{ ...wired.modules[0], quantity: 22 } as never] },
  );
  await done('publishOffer', { id: version.id });
  await done('declineOffer', { id });
  expect((await done('getOfferRequest', { id: offerRequestId })).status).toBe('OFFER_CREATED');
});

test('quantities stay automatic, and fixed ones fixed', async () => {
  const { id } = await newOffer({
    ...wired,
    services: [{ serviceId: products.service }, { serviceId: products.service, quantity: 7 }],
  });
  const copy = await duplicate(id);
  expect(copy.services).toMatchObject([
    { quantity: 20, quantityIsAutomatic: true },
    { quantity: 7, quantityIsAutomatic: false },
  ]);
  const modules = [{ ...wired.modules[0], quantity: 24 } as never];
  expect((await done('updateOffer', { id: copy.id }, { modules })).services).toMatchObject([
    { quantity: 24 },
    { quantity: 7 },
  ]);
});

test('misc materials that are added automatically are not added again', async () => {
  const shop = await newOfferCompany();
  const { id } = await shop.newOffer({ additionalCosts: [{ name: 'Pauschal', price: 1 }] });
  await shop.done('createMiscMaterial', {}, { name: 'Kabel', autoAdd: true });
  expect((await shop.done('duplicateOffer', { id })).miscMaterials).toEqual([]);
});

test('the reference to the original becomes null when the original is deleted, also with its project', async () => {
  const other = await newProject('Süd');
  const source = await done('createOffer', {}, { projectId: other.id });
  const copy = await duplicate(source.id, { projectId: project.id });
  const copyOfCopy = await duplicate(copy.id);
  const before = await read(copy.id);
  await done('deleteProject', { id: other.id });
  const after = await read(copy.id);
  expect(after).toMatchObject({ duplicateOfId: null, projectId: project.id });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  await done('deleteOffer', { id: copy.id });
  expect((await read(copyOfCopy.id)).duplicateOfId).toBeNull();
});

describe('in another project', () => {
  test('roofs are found by name, and site, planner and request are those of the project', async () => {
    const { id: offerRequestId } = await done(
      'createOfferRequest',
      {},
      { contact: { lastName: 'Schneider' } },
    );
    const { id } = await newOffer({ ...complete, offerRequestId, siteId: company.siteId });
    const target = await newProject('Nord', 'Süd');
    const copy = await duplicate(id, { projectId: target.id });
    const roofId = target.roofs.find(({ name }) => name === 'Süd')?.id;
    expect(copy).toMatchObject({ projectId: target.id, offerRequestId: null, siteId: null, plannerId: null });
    expect(copy.modules).toMatchObject([{ roofId, quantity: 20, price: 95 }]);
    expect(copy.subconstructions).toMatchObject([{ roofId, quantity: 20 }]);
    expect(copy.inverters[0]?.strings).toHaveLength(2);
  });

  test.each([
    ['has no such roof', ['Ost'], 'the project has no roof with the name Süd'],
    ['has two such roofs', ['Süd', 'Süd'], 'several roofs of a project have the name Süd'],
  ])('a project that %s is rejected with the name of each roof', async (_what, names, message) => {
    const { id } = await newOffer({
      modules: [south, north].map((roofId) => ({ materialId: products.module, roofId, quantity: 2 })),
    });
    const { id: projectId } = await newProject(...names, 'Nord');
    const { status, error, details } = await rejected(id, { projectId });
    expect({ status, error, details }).toMatchObject({
      status: 400,
      error: 'invalid_request',
      details: [{ in: 'body', path: '/projectId', message }],
    });
  });

  test('an unknown project is rejected', async () => {
    const { id } = await newOffer();
    await expectError(rejected(id, { projectId: '1' }), 'unknown_reference', '/projectId');
  });
});

describe('with the prices of today', async () => {
  const shop = await newOfferCompany();
  const { id } = await shop.newOffer({
    modules: [
      {
        ref: 'roof',
        materialId: shop.products.module,
        roofId: shop.project.roofs[0]?.id ?? '',
        quantity: 20,
      },
    ],
    wallboxes: [{ materialId: shop.products.wallbox, price: 700 }],
    services: [{ serviceId: shop.products.service }],
    additionalCosts: [{ name: 'Rabatt', price: -100 }],
  });
  const sold = (net: number) => [{ siteId: shop.siteId, net, vatRate: 19 as const }];
  await shop.done(
    'updatePvModule',
    { id: shop.products.module },
    { name: 'Neu 450', sellingPrices: sold(90) },
  );
  await shop.done('updateWallbox', { id: shop.products.wallbox }, { sellingPrices: [] });
  await shop.done('updateService', { id: shop.products.service }, { price: 65, unit: 'KWP' });

  test('lines are copied again from the catalog, and one without a price must get one before publishing', async () => {
    const copy = await shop.done('duplicateOffer', { id }, { keepPrices: false });
    expect(copy.modules).toMatchObject([
      { ref: 'roof', name: 'Neu 450', price: 90, vatRate: 19, quantity: 20 },
    ]);
    expect(copy.services).toMatchObject([{ unit: 'KWP', price: 65, quantity: copy.systemPowerKwp }]);
    expect(copy.wallboxes).toMatchObject([{ price: 0 }]);
    expect(copy.additionalCosts).toMatchObject([{ price: -100 }]);
    expect(copy.priceHints).toMatchObject([{ code: 'price_missing', ref: copy.wallboxes[0]?.ref }]);
    const params = { id: copy.id };
    await expectError(shop.api.call('publishOffer', { params }), 'offer_incomplete');
    const lineId = copy.wallboxes[0]?.id ?? '';
    await shop.done('updateOfferWallbox', { id: copy.id, lineId }, { price: 800 });
    expect((await shop.done('publishOffer', params)).state).toBe('PUBLISHED');
  });

  test('strings that the inverter of the catalog no longer has trackers for are rejected', async () => {
    const { mppTrackers } = await shop.done('getInverter', { id: shop.products.inverter });
    const withTrackers = (count: number) => {
      const trackers = Array.from({ length: count }, () => mppTrackers[0]) as typeof mppTrackers;
      return shop.done('updateInverter', { id: shop.products.inverter }, { mppTrackers: trackers });
    };
    await withTrackers(2);
    const wiring = await shop.newOffer({
      modules: [
        {
          ref: 'roof',
          materialId: shop.products.module,
          roofId: shop.project.roofs[0]?.id ?? '',
          quantity: 8,
        },
      ],
      inverters: [
        {
          ref: 'wr',
          materialId: shop.products.inverter,
          strings: [{ mppTracker: 2, moduleRef: 'roof', moduleCount: 8 }],
        },
      ],
    });
    await withTrackers(1);
    const request = { params: { id: wiring.id }, body: { keepPrices: false } };
    const { status, details } = await shop.api.call('duplicateOffer', request);
    expect({ status, details }).toMatchObject({
      status: 400,
      details: [{ path: '/keepPrices', message: expect.stringContaining('the strings of wr use tracker 2') }],
    });
    expect((await shop.done('duplicateOffer', { id: wiring.id })).inverters[0]?.strings).toHaveLength(1);
  });

  test('a quantity in a unit that the catalog has replaced is rejected, unless it is calculated anew', async () => {
    const { misc } = shop.products;
    const { id: serviceId } = await shop.done('createService', {}, { name: 'Anfahrt', price: 80 });
    const { id: travel } = await shop.newOffer({
      miscMaterials: [
        { ref: 'cable', materialId: misc, quantity: 60 },
        { ref: 'automatic', materialId: misc },
      ],
      services: [{ ref: 'travel', serviceId }],
    });
    await shop.done('updateMiscMaterial', { id: misc }, { unit: 'SET' });
    await shop.done('updateService', { id: serviceId }, { unit: 'HOUR' });
    const request = { params: { id: travel }, body: { keepPrices: false } };
    const { status, details } = await shop.api.call('duplicateOffer', request);
    const because = (reason: string) => ({ path: '/keepPrices', message: expect.stringContaining(reason) });
    expect({ status, details }).toMatchObject({
      status: 400,
      details: [
        because('the quantity of cable is in the unit METER, but its unit is SET in the catalog'),
        because('the quantity of travel is in the unit FLAT, but its unit is HOUR in the catalog'),
      ],
    });
    expect((await shop.done('duplicateOffer', { id: travel })).miscMaterials[0]?.unit).toBe('METER');
  });
});

describe('archived products and services', async () => {
  const shop = await newOfferCompany();
  const modules = [
    { ref: 'roof', materialId: shop.products.module, roofId: shop.project.roofs[0]?.id ?? '', quantity: 8 },
  ];
  const offer = await shop.newOffer({
    modules,
    inverters: [
      {
        ref: 'wr',
        materialId: shop.products.inverter,
        strings: [{ mppTracker: 1, moduleRef: 'roof', moduleCount: 8 }],
      },
    ],
    batteries: [{ materialId: shop.products.battery, inverterRef: 'wr' }],
    services: [{ serviceId: shop.products.service }],
    miscMaterials: [{ materialId: shop.products.misc }],
  });
  const { id } = offer;
  await shop.done('updatePvModule', { id: shop.products.module }, { archived: true });
  await shop.done('updateService', { id: shop.products.service }, { archived: true });

  test('are rejected, and details name each line', async () => {
    const { status, error, details } = await shop.api.call('duplicateOffer', { params: { id } });
    expect({ status, error, details }).toMatchObject({
      status: 409,
      error: 'material_archived',
      details: [
        { in: 'path', path: 'id', code: 'material_archived', id: offer.modules[0]?.id },
        { in: 'path', path: 'id', code: 'service_archived', id: offer.services[0]?.id },
      ],
    });
  });

  test('can be left out, with the strings of their modules and dependent quantities', async () => {
    const copy = await shop.done('duplicateOffer', { id }, { withoutArchived: true });
    expect(copy).toMatchObject({
      modules: [],
      services: [],
      inverters: [{ ref: 'wr', strings: [] }],
      batteries: [{ inverterRef: 'wr', active: true }],
      miscMaterials: [{ quantity: 0, quantityIsAutomatic: true }],
    });
    expect(copy.netPrice).toBe(1850 + 5200);
  });
});

test('a duplicate waits for a concurrent deletion of its original, and then finds none', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await newOffer(wired);
    const [copied, deleted] = await Promise.all([rejected(id), api.call('deleteOffer', { params: { id } })]);
    expect(deleted.status).toBe(204);
    expect([201, 404]).toContain(copied.status);
    if (copied.status === 201) expect((await read(copied.body.id)).duplicateOfId).toBeNull();
  }
});
