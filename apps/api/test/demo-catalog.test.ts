import { openDatabase } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { findBookingType } from '../src/appointments/booking-types/booking-type-records.ts';
import { listedBookings } from '../src/appointments/bookings/booking-records.ts';
import { materialTypes } from '../src/catalog/materials/material-kinds.ts';
import { listedMaterials } from '../src/catalog/materials/material-lists.ts';
import { requireCoherent } from '../src/catalog/materials/material-records.ts';
import { readCompanyLogo, readCompanyPresentation } from '../src/company/company-records.ts';
import { createLinks } from '../src/kernel/links/links.ts';
import { createDemoCompany } from '../src/programs/demo/demo-company.ts';
import { readStringPlan } from '../src/sales/documents/string-plan-document.ts';
import { groupNames } from '../src/sales/offers/model/line-groups.ts';
import { readOffer } from '../src/sales/offers/records/offer-records.ts';
import { shownOffer } from '../src/sales/offers/records/show-offer.ts';
import { contract } from './support/contract-document.ts';

const testDatabase = await createTestDatabase();
const database = await openDatabase({ url: testDatabase.url, migrate: false });
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

const secretKeys = { secretKey: Buffer.alloc(32, 7) };
const links = createLinks(secretKeys, () => 'http://127.0.0.1:3000');
const demo = await createDemoCompany({ database, secretKeys, links });
const db = database.forCompany(String(demo?.companyId));
const sort = { field: 'name', direction: 'asc', nullable: false } as const;
const page = { limit: 200, offset: 0, after: undefined, sort };
const { data: products } = (await listedMaterials(db, {}, page)).body;

test('the demo catalog has products of every kind, all marked as demo products', () => {
  expect(new Set(products.map(({ materialType }) => materialType))).toEqual(new Set(materialTypes));
  expect(products.filter(({ name }) => !name.startsWith('Demo '))).toEqual([]);
});

test('creates the demo company once', async () => {
  expect(await createDemoCompany({ database, secretKeys, links })).toBeUndefined();
});

describe.each(products.map((product) => [product.name, product] as const))('%s', (_name, product) => {
  test('has consistent data and a price at each site', () => {
    expect(() => requireCoherent(product.materialType, product)).not.toThrow();
    expect(product.sellingPrices).toHaveLength(2);
    expect(product.sellingPrices.every(({ net }) => net > product.purchasePrice)).toBe(true);
  });
});

test('measurements have at most three decimals, as in data sheets', () => {
  const measures = products.map(({ purchasePrice: _, ...others }) => others);
  expect(JSON.stringify(measures)).not.toMatch(/\d\.\d{4}/);
});

test('DC-coupled batteries are compatible with hybrid inverters', () => {
  const ids = products.flatMap((product) =>
    product.materialType === 'inverter' && product.hybrid ? [product.id] : [],
  );
  const batteries = products.filter((product) => product.materialType === 'battery');
  for (const { coupling, compatibleInverterIds } of batteries) {
    expect(compatibleInverterIds.toSorted()).toEqual(coupling === 'DC' ? ids.toSorted() : []);
  }
});

test('the demo company has appointments of each kind', async () => {
  const byStart = { field: 'startsAt', direction: 'asc', nullable: false } as const;
  const { data } = (await listedBookings(db, {}, { ...page, sort: byStart })).body;
  const now = new Date().toISOString();
  expect(data.map(({ typeSlug, status }) => `${typeSlug} ${status}`).sort()).toEqual([
    'beratung CANCELLED',
    'beratung CONFIRMED',
    'vor-ort-termin COMPLETED',
    'vor-ort-termin CONFIRMED',
  ]);
  for (const { status, startsAt } of data) expect(startsAt < now).toBe(status === 'COMPLETED');
});

test('the demo company takes all payment methods, and promotion codes', async () => {
  const visit = await findBookingType(db, 'vor-ort-termin');
  const { enum: paymentMethods } = contract.components.schemas.BookingPaymentMethod ?? {};
  expect(visit).toMatchObject({ paymentMethods, promotionCodes: true });
});

test('the demo company has the data that offers show', async () => {
  // Only a KG has one.
  const { name, address, generalPartner: _, ...fields } = await readCompanyPresentation(db);
  const logo = await readCompanyLogo(db);
  expect({ name, city: address?.city }).toEqual({
    name: 'Sonnendach Musterstadt GmbH (demo)',
    city: 'Musterstadt',
  });
  expect(Object.entries(fields).filter(([, value]) => value === null)).toEqual([]);
  expect(logo?.contentType).toBe('image/png');
});

const offerIds = await db.selectFrom('offer').select('id').orderBy('id').execute();
const [published, draft] = await Promise.all(
  offerIds.map(async ({ id }) => {
    const { header, lines } = await readOffer(db, id);
    return shownOffer(header, lines);
  }),
);

test('creates a published offer with all kinds of lines', () => {
  expect(published).toMatchObject({
    state: 'PUBLISHED',
    systemPowerKwp: 10.56,
    moduleCount: 24,
    priceHints: [],
    offerHints: [],
  });
  expect(published?.validTo).not.toBeNull();
  expect(groupNames.filter((group) => published?.[group].length === 0)).toEqual([]);
  expect(published?.miscMaterials.map(({ autoAdded, quantity }) => [autoAdded, quantity > 0])).toEqual(
    Array(3).fill([true, true]),
  );
});

test('creates a draft whose modules are not wired', () => {
  expect(draft).toMatchObject({ state: 'DRAFT', moduleCount: 28, priceHints: [] });
  expect(draft?.inverters.map(({ strings }) => strings)).toEqual([[]]);
});

test('the published offer has the wiring whose voltages are published', async () => {
  const { printed } = await readStringPlan(db, String(published?.id));
  const [inverter] = printed.plan.inverters;
  const strings = inverter?.trackers.flatMap((tracker) => tracker.strings);
  expect(strings?.map(({ vocCold, vmppHot, vmppCool }) => [vocCold, vmppHot, vmppCool])).toEqual([
    [599.56, 401.59, 475.25],
    [428.26, 286.85, 339.47],
  ]);
  expect(inverter?.sizingFactorPercent).toBe(105.6);
  expect(printed.plan.findings).toEqual([]);
});
