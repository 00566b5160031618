import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import {
  inverter10,
  module440,
  newWiredProject,
  roofNames,
  string,
  stringsOf,
  tracker,
  twoInputs,
} from '../support/wired-project.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { api, done, read, raisedBy } = company;
const { newModule, newInverter, v9Module, v9Inverter, field, v9, wired, offerOf, apply } = house;

describe('apply', () => {
  test('stores the proposal; repeating the request changes nothing and raises no event', async () => {
    const { id } = await offerOf(wired('1 south 7', '2 west 10'));
    const events = await raisedBy(async () => {
      const { proposal, current, applied } = await apply({ id });
      expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
      expect(stringsOf(current)).toEqual(['1.1.1: 7 south', '1.2.1: 10 west']);
      expect(applied).toBe(true);
    });
    const stored = await read(id);
    expect(stored.inverters[0]?.strings).toEqual([
      { label: '1.1.1', mppTracker: 1, moduleRef: 'south', moduleCount: 14 },
      { label: '1.2.1', mppTracker: 2, moduleRef: 'west', moduleCount: 10 },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['offer.updated']);
    expect(events).toMatchObject([{ createdAt: stored.updatedAt, data: { id } }]);

    const again = await raisedBy(async () => {
      const { proposal, current, applied } = await apply({ id });
      expect(current).toEqual(proposal);
      expect(applied).toBe(true);
    });
    expect(again).toEqual([]);
    expect(await read(id)).toEqual(stored);
  });

  test('plans again if the offer changes before the proposal is stored', async () => {
    const { id, modules } = await offerOf({ ...v9, modules: [field('south', 14)] });
    const { sent } = await database.kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('offer').select('id').where('id', '=', id).forUpdate().execute();
      const sent = apply({ id });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const line = transaction.updateTable('offerLine').set({ quantity: 12 });
      await line.where('id', '=', modules[0]?.id ?? '').execute();
      return { sent };
    });
    expect(stringsOf((await sent).proposal)).toEqual(['1.1.1: 12 south']);
    expect((await read(id)).inverters[0]?.strings).toMatchObject([{ moduleCount: 12 }]);
  });

  test('responds with 503 if the offer changes during each of three plans', async () => {
    const { id, modules } = await offerOf({ ...v9, modules: [field('south', 14)] });
    const lock = async () => {
      const transaction = await database.kysely.startTransaction().execute();
      await transaction.selectFrom('offer').select('id').where('id', '=', id).forUpdate().execute();
      return transaction;
    };
    let holder = await lock();
    const sent = api.call('planOfferStrings', { params: { id }, body: { apply: true }, mayFail: true });
    for (const quantity of [11, 12, 13]) {
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const line = holder.updateTable('offerLine').set({ quantity });
      await line.where('id', '=', modules[0]?.id ?? '').execute();
      // Waits behind the request, which therefore has the lock between two changes.
      const next = lock();
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
      await holder.commit().execute();
      holder = await next;
    }
    await holder.rollback().execute();
    const { status, error, text, headers } = await sent;
    expect({ status, error }).toEqual({ status: 503, error: 'service_unavailable' });
    expect(text).toContain('Other requests changed the same records meanwhile');
    expect(headers.get('Retry-After')).toBe('5');
    expect((await read(id)).inverters[0]?.strings).toEqual([]);
  });

  test('removes the strings of inverters that the proposal does not use', async () => {
    const materialId = await newInverter({ ...inverter10, mppTrackers: [twoInputs, twoInputs] });
    const strings = [string('1 south 8'), string('2 south 8')];
    const { id } = await offerOf({ modules: [field('south', 16)], inverters: [{ materialId, strings }] });
    await apply({ id });
    expect((await read(id)).inverters[0]?.strings).toMatchObject([{ label: '1.1.1', moduleCount: 16 }]);
  });

  test('is rejected unless the offer is a draft; other offers are only checked', async () => {
    const { id } = await offerOf({
      ...wired('1 south 14'),
      additionalCosts: [{ name: 'Gerüst', price: 900 }],
    });
    const published = await done('publishOffer', { id });
    await expectError(
      api.call('planOfferStrings', { params: { id }, body: { apply: true } }),
      'offer_not_draft',
    );
    const events = await raisedBy(async () => {
      const { proposal, applied } = await done('planOfferStrings', { id }, { apply: false });
      expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
      expect(applied).toBe(false);
    });
    expect(events).toEqual([]);
    expect(await read(id)).toEqual(published);
  });

  test('is rejected if a quantity that follows the strings becomes too large', async () => {
    const cable = {
      name: 'Kabel',
      autoAdd: true,
      quantityRule: 'PER_STRING',
      defaultQuantity: 600_000,
    } as const;
    const { id: cableId } = await done('createMiscMaterial', {}, cable);
    const offer = await offerOf({ ...v9, includeAutoAdded: true });
    await done('updateMiscMaterial', { id: cableId }, { archived: true });
    const { error, text } = await api.call('planOfferStrings', {
      params: { id: offer.id },
      body: { apply: true },
    });
    expect({ error, text }).toEqual({ error: 'amount_too_large', text: expect.stringContaining('misc-1') });
    expect(await read(offer.id)).toEqual(offer);
  });

  test('does not find an offer of another company', async () => {
    const { id } = await offerOf(v9);
    const other = await newOfferCompany();
    for (const body of [{}, { apply: true }])
      await expectError(other.api.call('planOfferStrings', { params: { id }, body }), 'not_found');
  });
});

test('the wiring of an applied proposal is the proposed one and has no errors', async () => {
  const modules = [v9Module, await newModule({ ...module440, power: 400, impp: 12.1 })];
  const inverters = [
    v9Inverter,
    await newInverter({
      ...inverter10,
      acPower: 15_000,
      maxDcPower: null,
      mppTrackers: [twoInputs, tracker],
    }),
    await newInverter({
      acPower: 8_000,
      optimizerRequired: true,
      maxModulesPerString: 15,
      mppTrackers: [{ ...tracker, inputCount: 3 }],
    }),
  ];
  const line = fc.record({
    materialId: fc.constantFrom(...modules, v9Module),
    direction: fc.constantFrom(...roofNames),
    quantity: fc.integer({ min: 4, max: 34 }),
  });
  const offers = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    materialIds: fc.array(fc.constantFrom(...inverters), { minLength: 1, maxLength: 3 }),
  });
  let proposals = 0;
  const property = fc.asyncProperty(offers, async ({ lines, materialIds }) => {
    const offer = await offerOf({
      modules: lines.map(({ materialId, direction, quantity }, index) =>
        field(direction, quantity, materialId, `m${index}`),
      ),
      inverters: materialIds.map((materialId) => ({ materialId })),
    });
    const { proposal, reasons, applied } = await apply(offer);
    expect(applied).toBe(proposal !== null);
    if (!proposal) {
      expect(reasons.length).toBeGreaterThan(0);
      return;
    }
    proposals += 1;
    const { current } = await done('planOfferStrings', { id: offer.id }, {});
    expect(current).toEqual(proposal);
    expect(current.findings.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(current.unwired.length > 0).toBe(reasons.some(({ code }) => code !== 'search_limit_reached'));
  });
  await fc.assert(property, { numRuns: process.env.SOAK === '1' ? 2_000 : 40 });
  expect(proposals).toBeGreaterThan(0);
});

test('planning a very large plant does not block other requests', async () => {
  const alike = { ...tracker, inputCount: 12, maxInputCurrent: 200, maxShortCircuitCurrent: 300 };
  const large = { acPower: 100_000, acApparentPower: null, maxDcPower: null, mppTrackers: [alike, alike] };
  const materialId = await newInverter(large);
  const fused = await newModule({ ...module440, maxSeriesFuse: 9_000 });
  const { id } = await offerOf({
    modules: Array.from({ length: 6 }, (_, index) => field('south', 100 + index, fused, `m${index}`)),
    inverters: Array.from({ length: 6 }, () => ({ materialId })),
  });
  let isPlanned = false;
  const headers = { 'Idempotency-Key': 'large' };
  const planned = api
    .call('planOfferStrings', { params: { id }, body: { apply: true }, headers })
    .finally(() => {
      isPlanned = true;
    });
  // If planning blocked the service, a few requests would be answered before it begins, and none until it ends.
  for (let answered = 0; answered < 20; answered += 1) await done('getCompany', {});
  // Planning holds no locks either, and no transaction.
  await done('updateProject', { id: house.project.id }, { name: 'Haus' });
  const open = database.kysely
    .selectFrom(sql<{ state: string }>`pg_stat_activity`.as('activity'))
    .select('state')
    .where('state', 'like', 'idle in transaction%')
    .where(sql`datname`, '=', sql`current_database()`);
  await expect.poll(() => open.execute()).toEqual([]);
  expect(isPlanned).toBe(false);
  const { reasons } = (await planned).body;
  expect(reasons.map(({ code }) => code)).toEqual(['search_limit_reached']);
});

test('each concurrent plan has its own result', async () => {
  const quantities = [7, 8, 9, 10, 11, 12];
  const offers = await Promise.all(
    quantities.map((quantity) => offerOf({ ...v9, modules: [field('south', quantity)] })),
  );
  const plans = await Promise.all(offers.map(({ id }) => done('planOfferStrings', { id }, {})));
  expect(plans.map(({ proposal }) => stringsOf(proposal))).toEqual(
    quantities.map((quantity) => [`1.1.1: ${quantity} south`]),
  );
});
