import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany, emptyCompany: other, database } = await openTestApi();

test('returns the company of the key', async () => {
  expect((await exampleCompany.api.call('getCompany')).body).toMatchObject({
    id: exampleCompany.id,
    name: 'Sonnendach Musterstadt GmbH',
  });
  expect((await other.api.call('getCompany')).body).toMatchObject({
    id: other.id,
    name: 'Dachwerk Beispielstadt GmbH',
    address: null,
    managingDirectors: [],
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
  });
});

test('lists members without sites and members who have left', async () => {
  const id = '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b70';
  const member = {
    firstName: 'Ada',
    lastName: 'Zander',
    email: 'ada@example.com',
    role: 'SALES',
    active: false,
  };
  await database.kysely
    .insertInto('member')
    .values({ companyId: exampleCompany.id, id, ...member })
    .execute();
  const { body } = await exampleCompany.api.call('getMember', { params: { id } });
  expect(body).toMatchObject({ ...member, name: 'Ada Zander', siteIds: [], phone: null, avatarUrl: null });
  const { body: list } = await exampleCompany.api.call('listMembers');
  expect(list.data.at(-1)).toEqual(body);
});

test('sorts the sites of a member', async () => {
  const id = '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b71';
  const companyId = other.id;
  const member = { firstName: 'Mia', lastName: 'Koch', email: 'mia@example.com', role: 'SALES' };
  const { kysely } = database;
  await kysely
    .insertInto('member')
    .values({ companyId, id, ...member })
    .execute();
  const sites = ['9', '10'].map((siteId) => ({ companyId, id: siteId, name: `Site ${siteId}` }));
  await kysely.insertInto('site').values(sites).execute();
  const places = ['10', '9'].map((siteId) => ({ companyId, memberId: id, siteId }));
  await kysely.insertInto('memberSite').values(places).execute();
  // Once PostgreSQL knows that the table is small, it reads the rows in storage order, without the index.
  await sql`analyze member_site`.execute(kysely);
  expect((await other.api.call('getMember', { params: { id } })).body.siteIds).toEqual(['9', '10']);
});

test('finds a member by an id in upper case', async () => {
  const id = '0198F2A4-6D1E-7C3B-9A50-1F2E3D4C5B6A';
  expect((await exampleCompany.api.call('getMember', { params: { id } })).body.id).toBe(id.toLowerCase());
});

test('lists inactive sites', async () => {
  await database.kysely
    .insertInto('site')
    .values({ companyId: exampleCompany.id, name: 'Alt', active: false })
    .execute();
  const { body } = await exampleCompany.api.call('listSites');
  expect(body.data.map(({ name, isDefault, active }) => [name, isDefault, active])).toEqual([
    ['Alt', false, false],
    ['Musterstadt', true, true],
    ['Nordhausen', false, true],
  ]);
});
