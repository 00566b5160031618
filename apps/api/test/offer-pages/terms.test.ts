import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/dates/german-days.ts';
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

test('what the customer does not see makes no new version of the terms', async () => {
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

test.each([
  ['DRAFT', 'offer_not_published'],
  ['ACCEPTED', 'offer_closed'],
  ['DECLINED', 'offer_closed'],
] as const)('the recipient of an offer in state %s is not corrected', async (state, error) => {
  const { id } =
    state === 'DRAFT' ? await company.newOffer({ additionalCosts: [] }) : await offerIn(company, state);
  expect(await api.call('correctOfferRecipient', { params: { id } })).toMatchObject({ status: 409, error });
});

test('the kept terms of a customer are erased with the customer', async () => {
  const { id: customerId } = await done('createCustomer', {}, { lastName: 'Vergessen' });
  const { id: projectId } = await done('createProject', {}, { customerId });
  await offerIn(company, 'PUBLISHED', { projectId } as never);
  const kept = async () => {
    const rows = await database.kysely.selectFrom('offerTerms').select('text').execute();
    return rows.filter(({ text }) => text.includes('Vergessen')).length;
  };
  expect(await kept()).toBe(1);
  await done('deleteCustomer', { id: customerId });
  expect(await kept()).toBe(0);
});
