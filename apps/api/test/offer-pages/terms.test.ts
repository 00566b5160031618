import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/kernel/dates/german-days.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, offerIn, database } = await openTestApi();
const company = await newOfferCompany();
const { done, raisedBy, api } = company;

const insert = async <Row extends object>(table: 'member' | 'site', row: Row): Promise<string> => {
  const { id } = await database.kysely
    .insertInto(table)
    .values({ companyId: company.id, ...row } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};
const plannerId = await insert('member', {
  id: randomUUID(),
  firstName: 'Lena',
  lastName: 'Vogt',
  email: 'lena.vogt@sonnendach.example',
  role: 'PLANNER',
});
const siteId = await insert('site', { name: 'Nordhausen', phone: '03631 4711' });

describe('the terms of a published offer get a new version when', () => {
  const today = germanDayOf(new Date().toISOString());
  const validTo = daysAfter(today, 20);
  test.each([
    ['they stay open for longer', { validTo }, { validTo }],
    ['the offer is renamed', { name: 'Haus am See' }, { name: 'Haus am See' }],
    [
      'it is handed over to a planner',
      { plannerId },
      { contact: { name: 'Lena Vogt', phone: null, email: 'lena.vogt@sonnendach.example' } },
    ],
    [
      'it is handed over to a site',
      { siteId },
      { contact: { name: null, phone: '03631 4711', email: null } },
    ],
  ])('%s', async (_, change, shown) => {
    const customer = await offerIn(company, 'PUBLISHED', { validTo: today, name: 'Haus' });
    const { body: before } = await customer.read();
    expect(before).toMatchObject({ revision: 1, revisedAt: before.publishedAt });
    const offer = await done('updateOffer', { id: customer.id }, change);
    const { body: page } = await customer.read();
    const { termsVersion } = page;
    expect(page).toEqual({ ...before, ...shown, termsVersion, revision: 2, revisedAt: offer.updatedAt });
    expect(termsVersion).not.toBe(before.termsVersion);
    const outdated = await customer.accept({ termsVersion: before.termsVersion });
    expect([outdated.status, outdated.error]).toEqual([409, 'version_conflict']);
    expect((await customer.accept({ termsVersion })).body).toMatchObject({ termsVersion });
    expect((await customer.read()).body).toMatchObject({ revision: 2, termsVersion });
  });
});

test('a change that the customer does not see makes no new version of the terms', async () => {
  const customer = await offerIn(company);
  await done('updateOffer', { id: customer.id }, { externalId: 'ERP-1' });
  expect((await customer.read()).body).toMatchObject({ revision: 1 });
});

test('a misspelt recipient is corrected on request, in a new version of the terms', async () => {
  const { id: customerId } = await done('createCustomer', {}, { firstName: 'Mara', lastName: 'Schneyder' });
  const { id: projectId } = await done('createProject', {}, { customerId });
  const customer = await offerIn(company, 'PUBLISHED', { projectId } as never);
  const { body: before } = await customer.read();
  await done('updateCustomer', { id: customerId }, { lastName: 'Schneider', type: 'COMPANY' });
  expect((await customer.read()).body).toEqual(before);
  const correct = () => done('correctOfferRecipient', { id: customer.id });
  const events = await raisedBy(correct);
  expect(events.map(({ type }) => type)).toEqual(['offer.updated']);
  const { body: page } = await customer.read();
  expect(page).toMatchObject({ revision: 2, customer: { name: 'Mara Schneider', type: 'PRIVATE' } });
  expect(await raisedBy(correct)).toEqual([]);
  expect((await customer.read()).body).toEqual(page);
  const offer = await done('getOffer', { id: customer.id });
  const outdated = await api.call('correctOfferRecipient', {
    params: { id: customer.id },
    headers: { 'If-Match': '"other"' },
  });
  expect([outdated.error, offer.state]).toEqual(['version_conflict', 'PUBLISHED']);
});

test('only the team accepts an indication', async () => {
  const customer = await offerIn(company, 'PUBLISHED', { isIndicationPrice: true });
  expect(await customer.accept()).toMatchObject({ status: 409, error: 'offer_is_indication' });
  const passOn = { params: { id: customer.id }, body: { acceptedBy: 'CUSTOMER' as const } };
  expect(await api.call('acceptOffer', passOn)).toMatchObject({ status: 409, error: 'offer_is_indication' });
  expect((await done('acceptOffer', { id: customer.id })).state).toBe('ACCEPTED');
});

test('an offer with REVERSE_CHARGE is not published to a private customer', async () => {
  const { id: customerId } = await done('createCustomer', {}, { companyName: 'Elektro Winkler' });
  const { id: projectId } = await done('createProject', {}, { customerId });
  const additionalCosts = [{ name: 'Pauschal', price: 100 }];
  const { id } = await company.newOffer({ projectId, additionalCosts, vatMode: 'REVERSE_CHARGE' } as never);
  const refused = await api.call('publishOffer', { params: { id } });
  expect(refused).toMatchObject({ status: 409, error: 'reverse_charge_for_private' });
  expect(refused.text).toContain('private customer');
  await done('updateCustomer', { id: customerId }, { type: 'COMPANY' });
  expect((await done('publishOffer', { id })).state).toBe('PUBLISHED');
});

test('a company without an address gets a hint', async () => {
  const codes = async (id: string) => (await done('getOffer', { id })).offerHints.map(({ code }) => code);
  const created = await company.newOffer({ additionalCosts: [] });
  expect(created.offerHints.map(({ code }) => code)).toContain('company_without_address');
  expect(await codes(created.id)).toContain('company_without_address');
  const setAddress = (address: object | null) =>
    database.kysely
      .updateTable('company')
      .set({ address: address && JSON.stringify(address) } as never)
      .where('companyId', '=', company.id)
      .execute();
  await setAddress({ city: 'Musterstadt', country: 'DE' });
  expect(await codes(created.id)).not.toContain('company_without_address');
  await setAddress(null);
});

test('a GmbH & Co. KG that does not name its general partner gets a hint', async () => {
  const codes = async (company_: object) => {
    await database.kysely.updateTable('company').set(company_).where('companyId', '=', company.id).execute();
    const { offerHints } = await company.newOffer({ additionalCosts: [] });
    return offerHints.map(({ code }) => code).includes('general_partner_missing');
  };
  expect(await codes({ legalForm: 'GmbH & Co. KG' })).toBe(true);
  expect(await codes({ generalPartner: 'Dach Verwaltungs-GmbH, Amtsgericht Jena, HRB 1' })).toBe(false);
  expect(await codes({ legalForm: 'GmbH', generalPartner: null })).toBe(false);
});

test('lines have prices with VAT, also those whose amount is apportioned', async () => {
  const customer = await offerIn(company, 'PUBLISHED', {
    additionalCosts: [
      { name: 'Null', price: 100, vatRate: 0 },
      { name: 'Wallbox', price: 300.01, quantity: 2, vatRate: 19 } as never,
      { name: 'Rabatt', price: -70.01 },
    ],
  });
  const { groups } = (await customer.read()).body;
  const gross = groups.flatMap(({ lines }) =>
    lines.map(({ grossPrice, grossTotalPrice }) => [grossPrice, grossTotalPrice]),
  );
  // The discount has 0 % on 100 parts of 700.02, and 19 % on the others.
  expect(gross).toEqual([
    [100, 100],
    [357.01, 714.02],
    [-81.41, -81.41],
  ]);
});

test.each([
  ['DRAFT', 'offer_not_published'],
  ['ACCEPTED', 'offer_closed'],
  ['DECLINED', 'offer_closed'],
] as const)('the recipient of an offer in state %s is not corrected', async (state, error) => {
  const { id } =
    state === 'DRAFT' ? await company.newOffer({ additionalCosts: [] }) : await offerIn(company, state);
  expect(await api.call('correctOfferRecipient', { params: { id } })).toMatchObject({ status: 409, error });
});

test('the kept terms and letters of a customer are erased with the customer', async () => {
  const { id: customerId } = await done('createCustomer', {}, { lastName: 'Vergessen' });
  const { id: projectId } = await done('createProject', {}, { customerId });
  const { id: offerId } = await offerIn(company, 'PUBLISHED', { projectId } as never);
  await done('generateOfferDocument', { id: offerId });
  const letters = async () =>
    (await database.kysely.selectFrom('offerLetter').select('pdf').where('offerId', '=', offerId).execute())
      .length;
  const kept = async () => {
    const rows = await database.kysely.selectFrom('offerTerms').select('text').execute();
    return rows.filter(({ text }) => text.includes('Vergessen')).length;
  };
  expect([await kept(), await letters()]).toEqual([1, 1]);
  await done('deleteCustomer', { id: customerId });
  expect([await kept(), await letters()]).toEqual([0, 0]);
});
