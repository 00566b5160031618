import type { Query } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { expectError } from '../support/offer-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const { api, done, newOffer, project, products } = await newOfferCompany();
const line = { additionalCosts: [{ name: 'x', price: 1 }] };

async function found(query: Query<'listOffers'>): Promise<string[]> {
  const { status, body } = await api.call('listOffers', { query: { sort: 'createdAt.asc', ...query } });
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }) => String(name));
}

const early = await newOffer({ ...line, name: 'Ölmühle 100%', validTo: '2990-03-31' });
const middle = await newOffer({ ...line, name: 'Haus_Nord', validTo: '2990-04-01', isIndicationPrice: true });
const late = await newOffer({ ...line, name: 'Haus Süd' });
for (const { id } of [early, middle]) await done('publishOffer', { id });
await done('acceptOffer', { id: early.id });

test.each([
  ['a part of the name', { q: 'haus' }, ['Haus_Nord', 'Haus Süd']],
  ['an umlaut in another case', { q: 'öLM' }, ['Ölmühle 100%']],
  ['two letters', { q: 'ÜD' }, ['Haus Süd']],
  ['a percent sign as it is', { q: '0%' }, ['Ölmühle 100%']],
  ['no placeholder', { q: 's_s' }, []],
  ['a part of its number', { q: late.number.slice(3).toLowerCase() }, ['Haus Süd']],
  [
    'the days of its validity, both counted',
    { validFrom: '2990-03-31', validTo: '2990-03-31' },
    ['Ölmühle 100%'],
  ],
  ['a validity from a day', { validFrom: '2990-04-01' }, ['Haus_Nord']],
  ['a validity to a day', { validTo: '2990-04-01' }, ['Ölmühle 100%', 'Haus_Nord']],
  ['all at once', { q: 'haus', state: 'DRAFT', projectId: project.id }, ['Haus Süd']],
] as [string, Query<'listOffers'>, string[]][])('finds an offer by %s', async (_what, query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test.each(['created', 'updated', 'published', 'accepted'] as const)(
  'filters offers by the time they were %s, with an inclusive start and an exclusive end',
  async (what) => {
    const { data } = (await api.call('listOffers', { query: { limit: 200 } })).body;
    const times = data.flatMap((offer) => offer[`${what}At`] ?? []).sort();
    for (const time of times) {
      const count = async (query: object) => (await found(query as Query<'listOffers'>)).length;
      expect(await count({ [`${what}From`]: time })).toBe(times.filter((other) => other >= time).length);
      expect(await count({ [`${what}To`]: time })).toBe(times.filter((other) => other < time).length);
    }
  },
);

test('rejects a day that does not exist', async () => {
  await expectError(
    api.call('listOffers', { query: { validTo: '2026-02-30' } }),
    'invalid_request',
    'validTo',
  );
});

test('an archived service cannot be added to offers, and stays in existing ones', async () => {
  const { id: serviceId } = await done('createService', {}, { name: 'Alt', price: 5 });
  const { id } = await newOffer({ services: [{ serviceId }] });
  const { id: other } = await newOffer({ wallboxes: [{ materialId: products.wallbox }] });
  await done('updateService', { id: serviceId }, { archived: true });
  const add = (offer: string) =>
    api.call('createOfferService', { params: { id: offer }, body: { serviceId } });
  await expectError(add(other), 'service_archived');
  expect((await add(id)).status).toBe(201);
});
