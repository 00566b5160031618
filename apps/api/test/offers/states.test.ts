import { type Offer, type OperationId, operations, states } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/kernel/dates/german-days.ts';
import { insertPreparedOffer, prepareOffer } from '../../src/sales/offers/lifecycle/new-offer.ts';
import { groupNames, lineGroups } from '../../src/sales/offers/model/line-groups.ts';
import { bodySchemaOf, operationIds } from '../support/contract-document.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, project, api, raisedBy, read } = company;

type State = Offer['state'];

const line = {
  additionalCosts: [{ name: 'Pauschal', price: 100 }],
  batteries: [{ materialId: products.battery }],
};
const roofId = project.roofs[0]?.id ?? '';

/** A line of each group. */
const lines = {
  ...line,
  modules: [{ materialId: products.module, roofId, quantity: 10 }],
  inverters: [{ ref: 'i', materialId: products.inverter }],
  wallboxes: [{ materialId: products.wallbox }],
  subconstructions: [{ materialId: products.subconstruction, roofId }],
  equipment: [{ materialId: products.equipment }],
  emergencyPower: [{ materialId: products.emergencyPower, inverterRef: 'i' }],
  services: [{ serviceId: products.service, quantity: 1 }],
  miscMaterials: [{ materialId: products.misc, quantity: 1 }],
};

/** Creates an offer with lines of all groups and moves it to a state. */
async function offerIn(state: State): Promise<Offer> {
  const { id } = await newOffer(lines);
  if (state !== 'DRAFT') await done('publishOffer', { id });
  if (state === 'ACCEPTED') await done('acceptOffer', { id });
  if (state === 'DECLINED') await done('declineOffer', { id }, {});
  return read(id);
}

/** Sets a day that a published offer cannot get by a request. */
const setValidTo = (id: string, validTo: string) =>
  database.kysely.updateTable('offer').set({ validTo }).where('id', '=', id).execute();

const unchanged = new Map<State, Promise<Offer>>();

/** Returns an offer in a state. Rejected operations do not change an offer, so they share one. */
function offerFor(state: State, isRejected: boolean): Promise<Offer> {
  const offer = (isRejected && unchanged.get(state)) || offerIn(state);
  if (isRejected) unchanged.set(state, offer);
  return offer;
}

const allStates = Object.keys(states.offer.states) as State[];
type Action = keyof typeof states.offer.actions;

/** The operations on a single offer, each with its actions in the state table. */
const acting = operationIds.flatMap((operationId) => {
  const { path, actions: byRecord } = operations[operationId];
  const actions: readonly Action[] = 'offer' in byRecord ? byRecord.offer : [];
  return path.startsWith('/v1/offers/{id}') ? actions.map((action) => [operationId, action] as const) : [];
});

const bodies: Partial<Record<string, object>> = {
  'updateOffer update': { name: 'Neu', validTo: null },
  'updateOffer plan': { name: 'Neu', vatMode: 'STANDARD' },
  declineOffer: { reason: 'Zu teuer' },
  planOfferStrings: { apply: true },
  ...Object.fromEntries(
    groupNames.map((group) => [`create${lineGroups[group].schema}`, { ...lines[group][0], ref: 'new' }]),
  ),
  updateOfferInverter: { price: 7 },
  createOfferLink: {},
};

function lineIn(offer: Offer, operationId: OperationId): string {
  const { path } = operations[operationId];
  const group = path
    .replace('/v1/offers/{id}/', '')
    .replace(/\/.*/, '')
    .replace(/-(\w)/, (_, letter) => letter.toUpperCase()) as 'services';
  return offer[group]?.[0]?.id ?? '';
}

const eventsOf: Partial<Record<Action, readonly string[]>> = {
  setExternalId: ['offer.updated'],
  update: ['offer.updated'],
  plan: ['offer.updated'],
  publish: ['offer.state_changed', 'offer.published'],
  accept: ['offer.state_changed', 'offer.accepted'],
  decline: ['offer.state_changed'],
  duplicate: ['offer.created'],
  delete: ['offer.deleted'],
};

// Planning changes only drafts that have modules and inverters. Separate tests cover this.
const statesFor = (operationId: OperationId) =>
  allStates.filter((state) => operationId !== 'planOfferStrings' || state !== 'DRAFT');

describe.each(acting)('%s (%s)', (operationId, action) => {
  test.each(statesFor(operationId))(
    'of an offer in state %s behaves as in the state table',
    async (state) => {
      const outcome: string | null = states.offer.actions[action][state];
      const isRejected = outcome !== null && /^[a-z]/.test(outcome);
      const offer = await offerFor(state, isRejected);
      const { method } = operations[operationId];
      const isChange = method === 'PATCH' && operationId !== 'updateOffer';
      const body =
        (action === 'setExternalId' ? { externalId: `ERP-${offer.id}` } : undefined) ??
        bodies[`${operationId} ${action}`] ??
        bodies[operationId] ??
        (isChange ? { quantity: 7 } : undefined);
      const params = { id: offer.id, lineId: lineIn(offer, operationId) };
      const path = operations[operationId].path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name as 'id']);
      const events = await raisedBy(async () => {
        const response = await api.send(method, path, body ? { body } : {});
        expect([response.status, response.error]).toEqual(
          isRejected ? [409, outcome] : [operations[operationId].status, undefined],
        );
        if (isRejected) {
          expect(await read(offer.id)).toEqual(offer);
          if (outcome === 'offer_not_draft') expect(response.text).toContain(state);
        } else if (outcome === null) {
          expect((await api.call('getOffer', { params: { id: offer.id } })).status).toBe(404);
        } else {
          const after = await read(offer.id);
          expect(after.state).toBe(outcome);
          expect(after.updatedAt > offer.updatedAt).toBe(
            !['link', 'duplicate', 'correctRecipient'].includes(action),
          );
        }
      });
      expect(events.map(({ type }) => type)).toEqual(isRejected ? [] : (eventsOf[action] ?? []));
      expect(new Set(events.map(({ createdAt }) => createdAt)).size).toBeLessThanOrEqual(1);
    },
  );
});

test('a published offer accepts changes to exactly the fields in the state table', async () => {
  const { id } = await newOffer({ ...line, validTo: '2980-01-01' });
  await done('publishOffer', { id });
  const values: Record<string, unknown> = {
    validTo: '2990-01-01',
    siteId: company.siteId,
    yieldKwh: 9100,
    selfConsumptionPercent: 38,
    autarkyPercent: 64,
  };
  for (const field of Object.keys(bodySchemaOf('updateOffer')?.properties ?? {})) {
    const usual = field === 'vatMode' ? 'STANDARD' : field === 'isIndicationPrice' ? true : 'Neu';
    const value = groupNames.some((group) => group === field) ? [] : (values[field] ?? usual);
    const body = { [field]: field === 'plannerId' ? null : value };
    const { error } = await api.send('PATCH', `/v1/offers/${id}`, { body });
    const isListed = states.offer.fields.update.some((listed) => listed === field);
    expect({ field, error }).toEqual({ field, error: isListed ? undefined : 'offer_not_draft' });
  }
});

describe('the terms of a published offer stand', () => {
  const patch = async (id: string, body: object) =>
    (await api.send('PATCH', `/v1/offers/${id}`, { body })).error ?? 'done';

  test('except that validTo can become later, or null', async () => {
    const { id } = await newOffer({ ...line, validTo: '2980-01-01' });
    expect(await patch(id, { validTo: '2979-12-31' })).toBe('done');
    await done('publishOffer', { id });
    expect(await patch(id, { validTo: '2979-12-30' })).toBe('offer_not_draft');
    expect(await patch(id, { validTo: '2979-12-31', name: 'Neu' })).toBe('done');
    expect(await patch(id, { validTo: '2980-02-01' })).toBe('done');
    expect(await patch(id, { validTo: null })).toBe('done');
    expect(await patch(id, { validTo: '2999-12-31' })).toBe('offer_not_draft');
    for (const field of ['introText', 'closingText'])
      expect(await patch(id, { [field]: 'Andere Bedingungen' })).toBe('offer_not_draft');
    expect(await read(id)).toMatchObject({ name: 'Neu', validTo: null, introText: null });
  });

  test.each(['ACCEPTED', 'DECLINED'] as const)('and of one that is %s, but for externalId', async (state) => {
    const { id, ...offer } = await offerIn(state);
    const externalId = `ORDER-${id}`;
    const events = await raisedBy(async () => {
      expect(await patch(id, { externalId, name: 'Neu' })).toBe('offer_closed');
      expect(await patch(id, { validTo: null })).toBe('offer_closed');
      expect(await patch(id, {})).toBe('done');
      expect(await patch(id, { externalId })).toBe('done');
    });
    expect(events).toMatchObject([{ type: 'offer.updated', data: { state } }]);
    expect(await read(id)).toEqual({ ...offer, id, externalId, updatedAt: expect.any(String) });
    expect(await patch((await offerIn('PUBLISHED')).id, { externalId })).toBe('already_exists');
  });
});

test('the tests cover every action of the table that is not only for customers', () => {
  const forCustomers = ['withdraw'];
  const actions = Object.keys(states.offer.actions).filter((action) => !forCustomers.includes(action));
  expect(new Set(acting.map(([, action]) => action))).toEqual(new Set(actions));
});

describe('publishing', () => {
  const refusal = async (id: string) => (await api.call('publishOffer', { params: { id } })).error;
  const setDefaultDays = (days: number | null) =>
    database.kysely
      .updateTable('company')
      .set({ defaultOfferValidityDays: days })
      .where('companyId', '=', company.id)
      .execute();

  test('needs a line and a price of at least 0', async () => {
    const empty = await newOffer();
    expect(await refusal(empty.id)).toBe('offer_incomplete');
    await done('createOfferAdditionalCost', { id: empty.id }, { name: 'Rabatt', price: -0.01 });
    expect(await refusal(empty.id)).toBe('offer_incomplete');
    await done('createOfferAdditionalCost', { id: empty.id }, { name: 'Ausgleich', price: 0.01 });
    expect((await done('publishOffer', { id: empty.id })).state).toBe('PUBLISHED');
  });

  test('needs a line with a quantity above 0: the customer does not see others', async () => {
    const { id } = await newOffer({ services: [{ serviceId: products.service }] });
    expect((await read(id)).services).toMatchObject([{ unit: 'MODULE', quantity: 0 }]);
    expect(await refusal(id)).toBe('offer_incomplete');
    await done('createOfferAdditionalCost', { id }, { name: 'Pauschal', price: 0 });
    expect((await done('publishOffer', { id })).state).toBe('PUBLISHED');
  });

  test('needs a price of at least 0 including VAT', async () => {
    const discount = { name: 'Rabatt', price: -990, vatRate: 19 } as const;
    const { id, ...offer } = await newOffer({
      additionalCosts: [{ name: 'Pauschal', price: 1000, vatRate: 0 }, discount],
    });
    expect(offer).toMatchObject({ netPrice: 10, offerPrice: -178.1 });
    expect(await refusal(id)).toBe('offer_incomplete');
    await done('updateOffer', { id }, { vatMode: 'STANDARD' });
    expect((await done('publishOffer', { id })).offerPrice).toBe(11.9);
  });

  test('needs a price of every line, and names the lines without one', async () => {
    const shop = await newOfferCompany();
    const auto = { autoAdd: true, quantityRule: 'FIXED' } as const;
    await shop.done('createMiscMaterial', {}, { name: 'Aufkleber', ...auto });
    await shop.done('createMiscMaterial', {}, { name: 'Schilder', ...auto });
    const { id, miscMaterials } = await shop.newOffer({ additionalCosts: line.additionalCosts });
    const publish = () => shop.api.call('publishOffer', { params: { id } });
    const lineIds = miscMaterials.map((misc) => misc.id);
    const refused = await publish();
    expect(refused).toMatchObject({
      status: 409,
      error: 'offer_incomplete',
      details: lineIds.map((lineId) => ({ code: 'price_missing', id: lineId })),
    });
    expect(refused.text).toContain('misc-1');
    const [first = '', second = ''] = lineIds;
    await shop.done('updateOfferMiscMaterial', { id, lineId: first }, { price: 0 });
    expect((await publish()).details).toMatchObject([{ id: second }]);
    await shop.done('deleteOfferMiscMaterial', { id, lineId: second });
    expect((await publish()).status).toBe(200);
  });

  test('needs modules that are wired at most once; others are hints', async () => {
    const roofId = project.roofs[0]?.id ?? '';
    const strings = (...counts: number[]) =>
      counts.map((moduleCount) => ({ mppTracker: 1, moduleRef: 'm', moduleCount }));
    const inverter = { ref: 'i', materialId: products.inverter };
    const offer = await newOffer({
      modules: [{ ref: 'm', materialId: products.module, roofId, quantity: 20 }],
      inverters: [
        { ...inverter, strings: strings(10, 11) },
        { ref: 'j', materialId: products.inverter },
      ],
    });
    expect(offer.lineHints).toMatchObject([
      { code: 'modules_wired_twice', ref: 'm', message: 'The strings contain 21 modules, the line has 20.' },
      { code: 'inverter_without_strings', ref: 'j' },
      { code: 'wiring_error', ref: 'i' },
    ]);
    const refused = await api.call('publishOffer', { params: { id: offer.id } });
    expect(refused).toMatchObject({
      error: 'offer_incomplete',
      details: [{ code: 'modules_wired_twice', id: offer.modules[0]?.id }],
    });
    expect(refused.text).toContain('21 modules of the line m, which has 20');
    const { lineHints } = await done(
      'updateOffer',
      { id: offer.id },
      {
        inverters: [{ ...inverter, strings: strings(19) }],
      },
    );
    expect(lineHints).toEqual([
      { code: 'modules_not_wired', ref: 'm', message: '19 of 20 modules are wired.' },
    ]);
    expect(await refusal(offer.id)).toBeUndefined();
  });

  test('gives a hint if the offer has batteries, but none is active', async () => {
    const alternative = { materialId: products.battery, active: false };
    const { id, lineHints, batteries } = await newOffer({ batteries: [alternative, alternative] });
    expect(lineHints).toMatchObject([{ code: 'no_active_battery', ref: 'battery-1' }]);
    const params = { id, lineId: batteries[1]?.id ?? '' };
    await done('updateOfferBattery', params, { active: true });
    expect((await read(id)).lineHints).toEqual([]);
  });

  test('accepts today as validTo, but not yesterday', async () => {
    const today = germanDayOf(new Date().toISOString());
    const late = await newOffer({ ...line, validTo: daysAfter(today, -1) });
    expect(await refusal(late.id)).toBe('offer_expired');
    expect((await read(late.id)).state).toBe('DRAFT');
    const intime = await newOffer({ ...line, validTo: today });
    expect((await done('publishOffer', { id: intime.id })).validTo).toBe(today);
  });

  test("sets validTo according to the company's default", async () => {
    expect((await done('publishOffer', { id: (await newOffer(line)).id })).validTo).toBeNull();
    await setDefaultDays(30);
    const { validTo, publishedAt } = await done('publishOffer', { id: (await newOffer(line)).id });
    expect(validTo).toBe(daysAfter(germanDayOf(String(publishedAt)), 30));
    const own = await newOffer({ ...line, validTo: '2999-12-31' });
    expect((await done('publishOffer', { id: own.id })).validTo).toBe('2999-12-31');
    await setDefaultDays(null);
  });
});

test('the team can accept after validTo and can accept indications; the offer shows who decided and when', async () => {
  const offer = await newOffer({ ...line, isIndicationPrice: true });
  await done('publishOffer', { id: offer.id });
  await setValidTo(offer.id, '2020-01-01');
  const accepted = await done('acceptOffer', { id: offer.id });
  expect(accepted).toMatchObject({ state: 'ACCEPTED', acceptedBy: 'TEAM', declinedAt: null });
  expect(accepted.acceptedAt).toBe(accepted.updatedAt);
  const other = await offerIn('PUBLISHED');
  const declined = await done('declineOffer', { id: other.id }, { reason: 'Zu\nteuer' });
  expect(declined).toMatchObject({ state: 'DECLINED', declineReason: 'Zu\nteuer', acceptedBy: null });
  expect((await done('getProject', { id: project.id })).state).toBe('OPEN');
});

test('a system can pass on the acceptance of the customer, until the end of validTo', async () => {
  const today = germanDayOf(new Date().toISOString());
  const { id } = await offerIn('PUBLISHED');
  await setValidTo(id, daysAfter(today, -2));
  const accept = () => api.call('acceptOffer', { params: { id }, body: { acceptedBy: 'CUSTOMER' } });
  expect(await accept()).toMatchObject({ status: 409, error: 'offer_expired' });
  await setValidTo(id, daysAfter(today, 1));
  expect((await accept()).body).toMatchObject({
    acceptedBy: 'CUSTOMER',
    decision: { by: 'CUSTOMER', name: null, ipAddress: null },
  });
});

test('an offer is declined without a reason if there is no body', async () => {
  const { id } = await offerIn('PUBLISHED');
  expect(await done('declineOffer', { id })).toMatchObject({ state: 'DECLINED', declineReason: null });
});

test.each(['projectId', 'state', 'offerRequestId', 'customerId', 'number', 'includeAutoAdded', 'batteries'])(
  'a PATCH rejects %s',
  async (field) => {
    const { id } = await newOffer();
    const { status, details } = await api.send('PATCH', `/v1/offers/${id}`, { body: { [field]: '1' } });
    expect({ status, details }).toMatchObject({ status: 400, details: [{ path: `/${field}` }] });
  },
);

describe('an accepted offer prevents', async () => {
  const shop = await newOfferCompany();
  const params = { id: shop.project.id };
  const refused = { status: 409, error: 'accepted_offer_exists' };
  const { id } = await shop.newOffer({ additionalCosts: line.additionalCosts });
  const draft = await shop.newOffer({ additionalCosts: line.additionalCosts });
  await shop.done('publishOffer', { id });
  await shop.done('acceptOffer', { id });

  test('the deletion of its project, its customer and itself, without partial changes', async () => {
    const events = await shop.raisedBy(async () => {
      expect(await shop.api.call('deleteProject', { params })).toMatchObject(refused);
      expect(await shop.api.call('deleteCustomer', { params: { id: shop.customerId } })).toMatchObject(
        refused,
      );
      expect(await shop.api.call('deleteOffer', { params: { id } })).toMatchObject(refused);
    });
    expect(events).toEqual([]);
    expect((await shop.read(draft.id)).id).toBe(draft.id);
  });
});

describe('deleting a record deletes its offers and raises one event', () => {
  test.each(['project', 'customer'] as const)('for a %s', async (kind) => {
    const shop = await newOfferCompany();
    const body = { additionalCosts: line.additionalCosts };
    const [draft, published, declined] = [
      await shop.newOffer(body),
      await shop.newOffer(body),
      await shop.newOffer({
        ...body,
        modules: [{ materialId: shop.products.module, roofId: shop.project.roofs[0]?.id ?? '', quantity: 2 }],
      }),
    ];
    await shop.done('publishOffer', { id: published.id });
    await shop.done('publishOffer', { id: declined.id });
    await shop.done('declineOffer', { id: declined.id }, {});
    expect((await shop.done('getProject', { id: shop.project.id })).offerCount).toBe(3);
    expect((await shop.done('getCustomer', { id: shop.customerId })).offerCount).toBe(3);
    const events = await shop.raisedBy(async () => {
      if (kind === 'project') await shop.done('deleteProject', { id: shop.project.id });
      else await shop.done('deleteCustomer', { id: shop.customerId });
    });
    expect(events.map(({ type }) => type)).toEqual([`${kind}.deleted`]);
    for (const { id } of [draft, published, declined])
      expect((await shop.api.call('getOffer', { params: { id } })).status).toBe(404);
    const { rows } = await sql`select from offer_line where company_id = ${shop.id}`.execute(database.kysely);
    expect(rows).toEqual([]);
  });
});

test('products and services of an offer cannot be deleted, whatever its state', async () => {
  const shop = await newOfferCompany();
  const roofId = shop.project.roofs[0]?.id ?? '';
  const { id } = await shop.newOffer({
    modules: [{ materialId: shop.products.module, roofId, quantity: 2 }],
    services: [{ serviceId: shop.products.service }],
  });
  const errors = async () => [
    (await shop.api.call('deletePvModule', { params: { id: shop.products.module } })).error,
    (await shop.api.call('deleteService', { params: { id: shop.products.service } })).error,
    (await shop.api.call('deleteRoof', { params: { id: shop.project.id, roofId } })).error,
  ];
  const inUse = ['material_in_use', 'service_in_use', 'roof_in_use'];
  expect(await errors()).toEqual(inUse);
  await shop.done('publishOffer', { id });
  await shop.done('declineOffer', { id }, {});
  expect(await errors()).toEqual(inUse);
  await shop.done('deleteOffer', { id });
  expect(await errors()).toEqual([undefined, undefined, undefined]);
});

test('numbers increase within a company and year', async () => {
  const shop = await newOfferCompany();
  const year = germanDayOf(new Date().toISOString()).slice(0, 4);
  const made = [await shop.newOffer(), await shop.newOffer(), await shop.newOffer()];
  expect(made.map(({ number }) => number)).toEqual([
    `AN-${year}-00001`,
    `AN-${year}-00002`,
    `AN-${year}-00003`,
  ]);
  await database.kysely
    .updateTable('recordCounter')
    .set({ lastNumber: 99_999 })
    .where('companyId', '=', shop.id)
    .execute();
  await shop.newOffer();
  const { data } = await shop.done('listOffers', {});
  const sorted = await shop.api.call('listOffers', { query: { sort: 'number.asc' } });
  expect(data.map(({ number }) => number).reverse()).toEqual(sorted.body.data.map(({ number }) => number));
});

test.each([
  ['2025-12-31T22:59:59.999Z', 'AN-2025-00001'],
  ['2025-12-31T23:00:00.000Z', 'AN-2026-00001'],
])('an offer created at %s has the number %s', async (createdAt, number) => {
  const shop = await newOfferCompany();
  const raise = async () => undefined;
  const { header } = await database.transaction(shop.id, async (db) => {
    const prepared = await prepareOffer(db, { projectId: shop.project.id }, '');
    return insertPreparedOffer({ db, raise }, { ...prepared, createdAt });
  });
  expect(header).toMatchObject({ createdAt, updatedAt: createdAt, number });
});
