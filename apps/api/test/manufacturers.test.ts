import type { Query } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { emptyCompany: other } = await openTestApi();
const { api, raisedBy } = other;

async function found(query: Query<'listManufacturers'>): Promise<string[]> {
  const { body } = await api.call('listManufacturers', { query });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }) => name);
}

const { body: manufacturer } = await api.call('createManufacturer', {
  body: { name: 'Ölheim Solar_AG', shortName: 'OeSo', externalId: 'M-1' },
});
await api.call('createManufacturer', { body: { name: 'Zenit' } });

test('creates a manufacturer with only a name', async () => {
  expect(manufacturer).toMatchObject({ materialTypes: [], website: null, country: null });
  expect(manufacturer.updatedAt).toBe(manufacturer.createdAt);
});

test.each([
  ['a part of the name in another case', { q: 'ÖLHEIM' }],
  ['the short name', { q: 'oeso' }],
  ['an underscore as it is', { q: 'r_a' }],
])('finds manufacturers by %s', async (_what, query) => {
  expect(await found(query)).toEqual(['Ölheim Solar_AG']);
});

test('names are unique case-insensitively, including umlauts', async () => {
  const { error, details } = await api.call('createManufacturer', { body: { name: 'öLHEIM sOLAR_ag' } });
  expect({ error, details }).toMatchObject({ error: 'already_exists', details: [{ path: '/name' }] });
});

test('the case of a name can be changed', async () => {
  const { body } = await api.call('createManufacturer', { body: { name: 'sonnkraft' } });
  const params = { id: body.id };
  const { body: changed } = await api.call('updateManufacturer', { params, body: { name: 'Sonnkraft' } });
  expect(changed.name).toBe('Sonnkraft');
});

test('raises no events', async () => {
  const events = await raisedBy(async () => {
    const { body } = await api.call('createManufacturer', { body: { name: 'Flüchtig' } });
    await api.call('updateManufacturer', { params: { id: body.id }, body: { name: 'Weg' } });
    await api.call('deleteManufacturer', { params: { id: body.id } });
  });
  expect(events).toEqual([]);
});
