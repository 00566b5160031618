import { expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/kernel/dates/german-days.ts';
import type { OfferCompany } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, database } = await openTestApi();

const today = germanDayOf(new Date().toISOString());
/** Includes offers that are created when the day changes. */
const query = { from: daysAfter(today, -1), to: daysAfter(today, 1), interval: 'year' } as const;

async function materials({ api }: OfferCompany) {
  const { body } = await api.call('getMaterialAnalytics', { query });
  return body;
}

test('adds up quantities by the units of the lines, not by those of other products', async () => {
  const company = await newOfferCompany();
  const { module, misc } = company.products;
  const { id: roofId } = company.project.roofs[0] as { id: string };
  await company.newOffer({
    modules: [{ materialId: module, roofId, quantity: 22 }],
    miscMaterials: [{ materialId: misc, quantity: 60 }],
    includeAutoAdded: false,
  });
  await company.done('updateMiscMaterial', { id: misc }, { unit: 'SET' });
  const drafts = async () =>
    Object.fromEntries(
      (await materials(company)).open.groups.map(({ key, unit, drafts }) => [
        key,
        [unit, drafts.unit, drafts.quantity],
      ]),
    );
  expect(await drafts()).toEqual({ misc: ['METER', 'METER', 60], pv_module: ['PIECE', 'PIECE', 22] });

  const sold = await company.newOffer({
    miscMaterials: [{ materialId: misc, quantity: 2 }],
    includeAutoAdded: false,
  });
  await company.done('publishOffer', { id: sold.id });
  await company.done('acceptOffer', { id: sold.id });
  expect(await drafts()).toEqual({ misc: [null, 'METER', 60], pv_module: ['PIECE', 'PIECE', 22] });
  const { totals } = await materials(company);
  expect(totals.groups[0]).toMatchObject({
    key: 'misc',
    materialType: 'misc',
    unit: null,
    sold: { unit: 'SET', quantity: 2 },
    drafts: { unit: 'METER', quantity: 60 },
  });

  const { service } = company.products;
  await company.done('updateMiscMaterial', { id: misc }, { unit: 'FLAT', quantityRule: 'PER_STRING' });
  const other = await company.newOffer({
    services: [{ serviceId: service, quantity: 1 }],
    miscMaterials: [{ materialId: misc }],
    includeAutoAdded: false,
  });
  expect(other.miscMaterials).toMatchObject([{ unit: 'FLAT', quantity: 0 }]);
  expect(await drafts()).toMatchObject({ misc: [null, 'METER', 60] });

  await company.newOffer({ miscMaterials: [{ materialId: misc, quantity: 1 }], includeAutoAdded: false });
  expect(await drafts()).toMatchObject({ misc: [null, null, null] });
});

test('a published offer is open until the end of validTo', async () => {
  const company = await newOfferCompany();
  const { id } = await company.newOffer({
    miscMaterials: [{ materialId: company.products.misc, quantity: 5 }],
    includeAutoAdded: false,
    validTo: daysAfter(today, 10),
  });
  await company.done('publishOffer', { id });
  const openQuantities = async (validTo: string) => {
    await database.kysely.updateTable('offer').set({ validTo }).where('id', '=', id).execute();
    const { open, totals } = await materials(company);
    return [open.published.netSum, totals.published.netSum];
  };
  expect(await openQuantities(germanDayOf(new Date().toISOString()))).toEqual([6, 6]);
  expect(await openQuantities(daysAfter(germanDayOf(new Date().toISOString()), -1))).toEqual([0, 0]);
});

test('lists the 20 most frequent reasons of declined offers, as typed', async () => {
  const company = await newOfferCompany();
  const offer = (declineReason: string | null, number: number) => ({
    companyId: company.id,
    number: `AN-${declineReason}-${number}`,
    projectId: company.project.id,
    customerId: company.customerId,
    state: 'DECLINED',
    vatMode: 'PV_ZERO',
    netPrice: 0,
    vatAmount: 0,
    offerPrice: 0,
    purchasePrice: 0,
    vatBreakdown: '[]',
    systemPowerKwp: 0,
    moduleCount: 0,
    inverterPowerKw: 0,
    batteryCapacityKwh: 0,
    declinedAt: new Date().toISOString(),
    declineReason,
  });
  const reasons = [
    ...Array.from({ length: 25 }, (_, index) => `Grund ${String(index).padStart(2, '0')}`),
    ...['Zu teuer', 'Zu teuer', 'Zu teuer', 'zu teuer', 'zu teuer', null, null, null],
  ];
  await database.kysely.insertInto('offer').values(reasons.map(offer)).execute();
  const { body } = await company.api.call('getOfferAnalytics', { query });
  expect(body.totals.declined.count).toBe(33);
  expect(body.totals.declineReasons).toEqual([
    { reason: 'Zu teuer', count: 3 },
    { reason: null, count: 3 },
    { reason: 'zu teuer', count: 2 },
    ...reasons.slice(0, 17).map((reason) => ({ reason, count: 1 })),
  ]);
});

test('groups offers with the names of planners, sites and sources', async () => {
  const company = await newOfferCompany();
  const contact = { contact: { lastName: 'Vogt' } };
  const { id: offerRequestId } = await company.done(
    'createOfferRequest',
    {},
    { ...contact, source: 'PORTAL' },
  );
  const price = { additionalCosts: [{ name: 'Pauschal', price: 100 }], includeAutoAdded: false };
  await company.newOffer({ ...price, offerRequestId, siteId: company.siteId });
  const direct = await company.newOffer({ ...price, isIndicationPrice: true });
  await company.done('publishOffer', { id: direct.id });
  await company.done('acceptOffer', { id: direct.id });
  const groups = async (groupBy: 'planner' | 'site' | 'source', isIndicationPrice?: boolean) => {
    const { body } = await company.api.call('getOfferAnalytics', {
      query: { ...query, groupBy, ...(isIndicationPrice !== undefined && { isIndicationPrice }) },
    });
    expect(body.groupBy).toBe(groupBy);
    return body.totals.groups.map(({ key, name, created, accepted }) => [
      key,
      name,
      created.count,
      accepted.count,
    ]);
  };
  expect(await groups('source')).toEqual([
    ['PORTAL', null, 1, 0],
    [null, null, 1, 1],
  ]);
  expect(await groups('site')).toEqual([
    [company.siteId, 'Nordhausen', 1, 0],
    [null, null, 1, 1],
  ]);
  expect(await groups('planner')).toEqual([[null, null, 2, 1]]);
  expect(await groups('source', true)).toEqual([[null, null, 1, 1]]);
  expect(await groups('source', false)).toEqual([['PORTAL', null, 1, 0]]);
  const { body } = await company.api.call('getConversionAnalytics', {
    query: { ...query, groupBy: 'source' },
  });
  expect(body.totals).toMatchObject({ requests: 1, withOffer: 1, accepted: 0, direct: 1 });
  expect(body.totals.groups.map(({ key, requests, direct }) => [key, requests, direct])).toEqual([
    ['PORTAL', 1, 0],
    [null, 0, 1],
  ]);
});
