import type { Body, Query } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { emptyCompany: other } = await openTestApi();
const { api, raisedBy } = other;

async function found(query: Query<'listServices'>): Promise<string[]> {
  const { body } = await api.call('listServices', { query });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }) => name);
}

const { body: service } = await api.call('createService', { body: { name: 'Montage_Süd', price: 59.9 } });
await api.call('createService', {
  body: { name: 'Gerüst', price: 9.8, category: 'SCAFFOLDING', archived: true, externalId: 'S-1' },
});

test('creates a service with only a name and a price', async () => {
  expect(service).toMatchObject({
    category: 'OTHER',
    unit: 'FLAT',
    purchasePrice: 0,
    vatRate: 0,
    archived: false,
    description: null,
  });
  expect(service.updatedAt).toBe(service.createdAt);
});

test('has 0 % VAT by default, and maintenance 19 %', async () => {
  const rateOf = async (fields: Partial<Body<'createService'>>) =>
    (await api.call('createService', { body: { name: 'Wartung', price: 1, archived: true, ...fields } }))
      .body;
  const maintenance = await rateOf({ category: 'MAINTENANCE' });
  const zero = await rateOf({ category: 'MAINTENANCE', vatRate: 0 });
  const installation = await rateOf({ category: 'INSTALLATION' });
  expect([maintenance, zero, installation].map(({ vatRate }) => vatRate)).toEqual([19, 0, 0]);
  const params = { id: installation.id };
  const { body } = await api.call('updateService', { params, body: { category: 'MAINTENANCE' } });
  expect(body.vatRate).toBe(0);
  for (const { id } of [maintenance, zero, installation]) await api.call('deleteService', { params: { id } });
});

test.each([0, 0.00001, 2.28313, 385.65, 999_999_999.99999])('stores the price %d exactly', async (price) => {
  const { body } = await api.call('createService', { body: { name: 'Kabel', price, purchasePrice: price } });
  expect(body).toMatchObject({ price, purchasePrice: price });
  await api.call('deleteService', { params: { id: body.id } });
});

test.each([-0.01, 1_000_000_000, 0.000001, 1.123456])('rejects the price %d', async (price) => {
  const { error, details } = await api.call('createService', { body: { name: 'Kabel', price } });
  expect({ error, details }).toMatchObject({ error: 'invalid_request', details: [{ path: '/price' }] });
});

test('finds services by a part of the name', async () => {
  expect(await found({ q: 'tage_s' })).toEqual(['Montage_Süd']);
});

test('can be archived and restored without raising events', async () => {
  const params = { id: service.id };
  const events = await raisedBy(async () => {
    for (const archived of [true, false]) {
      const { body } = await api.call('updateService', { params, body: { archived } });
      expect(body.archived).toBe(archived);
    }
  });
  expect(events).toEqual([]);
});
