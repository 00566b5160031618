import type { Body, Query } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { database, emptyCompany } = await openTestApi();
const { api } = emptyCompany;

async function newCustomer(body: Body<'createCustomer'>): Promise<string> {
  const { body: customer } = await api.call('createCustomer', { body });
  return customer.id;
}

async function foundCustomers(query: Query<'listCustomers'>): Promise<string[]> {
  const { status, body } = await api.call('listCustomers', { query: { sort: 'createdAt.asc', ...query } });
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ lastName, companyName }) => String(lastName ?? companyName));
}

async function foundProjects(query: Query<'listProjects'>): Promise<string[]> {
  const { body } = await api.call('listProjects', { query: { sort: 'createdAt.asc', ...query } });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }) => String(name));
}

const maria = await newCustomer({
  firstName: 'Maria',
  lastName: 'Schneider',
  email: 'Maria.Schneider@example.com',
  externalId: 'CRM-1',
  customerNumber: 'K-100',
});
await newCustomer({
  firstName: 'Jörg',
  lastName: 'Öztürk',
  email: 'maria.schneider@EXAMPLE.com',
  externalId: 'crm-1',
});
await newCustomer({ companyName: 'Sonne 100% & Söhne_GmbH', email: 'info@100.example' });
await newCustomer({ lastName: 'Backslash\\', externalId: '50%' });

describe('customers can be found', () => {
  test('by their full email address, case-insensitively', async () => {
    expect(await foundCustomers({ email: 'maria.schneider@example.com' })).toEqual(['Schneider', 'Öztürk']);
    expect(await foundCustomers({ email: 'maria.schneider@example' })).toEqual([]);
    expect(await foundCustomers({ email: '%' })).toEqual([]);
  });

  test('by their exact external id', async () => {
    expect(await foundCustomers({ externalId: 'CRM-1' })).toEqual(['Schneider']);
    expect(await foundCustomers({ externalId: 'CRM' })).toEqual([]);
    expect(await foundCustomers({ externalId: '50%' })).toEqual(['Backslash\\']);
  });

  test('by an external id or a customer number with a comma', async () => {
    await newCustomer({ lastName: 'Komma', externalId: 'CRM-1,crm-1', customerNumber: 'N-7,N-8' });
    expect(await foundCustomers({ externalId: 'CRM-1,crm-1' })).toEqual(['Komma']);
    expect(await foundCustomers({ customerNumber: 'N-7,N-8' })).toEqual(['Komma']);
  });

  test.each([
    ['a part of a name or an address of mail', 'chneid', ['Schneider', 'Öztürk']],
    ['another case', 'SCHNEI', ['Schneider', 'Öztürk']],
    ['an umlaut in another case', 'öZTÜ', ['Öztürk']],
    ['first and last name', 'jörg özt', ['Öztürk']],
    ['a company name', 'söhne', ['Sonne 100% & Söhne_GmbH']],
    ['an address of mail', '@100.exa', ['Sonne 100% & Söhne_GmbH']],
    ['a customer number', 'k-10', ['Schneider']],
    ['a percent sign as it is', '0% &', ['Sonne 100% & Söhne_GmbH']],
    ['no wildcard', '0%s', []],
    ['an underscore as it is', 'e_g', ['Sonne 100% & Söhne_GmbH']],
    ['no placeholder', 'ma_ia', []],
    ['a backslash as it is', 'slash\\', ['Backslash\\']],
    ['nothing of an external id', 'crm-', []],
    ['decomposed letters too', 'Jo\u0308rg', ['Öztürk']],
  ])('by q: %s', async (_what, q, expected) => {
    expect(await foundCustomers({ q })).toEqual(expected);
  });

  test('by several filters', async () => {
    expect(await foundCustomers({ q: 'schneider', externalId: 'crm-1' })).toEqual(['Öztürk']);
    expect(await foundCustomers({ q: 'schneider', externalId: '50%' })).toEqual([]);
  });
});

test('projects can be found by part of their name, by external id, and by state', async () => {
  await api.call('createProject', {
    body: { customerId: maria, name: 'Einfamilienhaus Ost', externalId: 'P-1' },
  });
  await api.call('createProject', { body: { customerId: maria, name: 'Scheune_West', state: 'LOST' } });
  expect(await foundProjects({ q: 'HAUS' })).toEqual(['Einfamilienhaus Ost']);
  expect(await foundProjects({ q: 'e_w' })).toEqual(['Scheune_West']);
  expect(await foundProjects({ externalId: 'p-1' })).toEqual([]);
  expect(await foundProjects({ state: 'LOST', customerId: maria })).toEqual(['Scheune_West']);
});

test('offers of earlier versions without isIndicationPrice are no indications', async () => {
  const { body: project } = await api.call('createProject', { body: { customerId: maria } });
  const newOffer = async (body: Partial<Body<'createOffer'>>) =>
    (await api.call('createOffer', { body: { projectId: project.id, ...body } })).body.id;
  const indication = await newOffer({ isIndicationPrice: true });
  const detailed = await newOffer({ isIndicationPrice: false });
  const earlier = await newOffer({});
  await database.kysely
    .updateTable('offer')
    .set({ isIndicationPrice: null })
    .where('id', '=', earlier)
    .execute();
  const found = async (isIndicationPrice: boolean) => {
    const { body } = await api.call('listOffers', { query: { isIndicationPrice, sort: 'createdAt.asc' } });
    return body.data.map(({ id }) => id);
  };
  expect(await found(true)).toEqual([indication]);
  expect(await found(false)).toEqual([detailed, earlier]);
});
