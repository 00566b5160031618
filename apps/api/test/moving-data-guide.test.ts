import type { Offer } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { contract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

interface GuideFunctions {
  upsert(collection: string, records: object[]): Promise<{ ids: Map<string, string>; failed: object[] }>;
  moveCustomersAndProjects(customers: object[], projects: object[]): Promise<object[]>;
  changedOffers(since: string): AsyncGenerator<Offer>;
}

const { addCompany, exampleCompany, url } = await openTestApi();

const guide = contract.tags.find(({ name }) => name === 'Moving data')?.description ?? '';
const code = Array.from(guide.matchAll(/^```ts\n(.*?)^```$/gms), ([, part]) => part).join('');

/** Loads the code of the guide, with small requests and pages. */
async function guideFunctions(key: string): Promise<GuideFunctions> {
  const small = code.replaceAll('500', '7').replaceAll('limit=50', 'limit=2');
  const names = 'upsert, moveCustomersAndProjects, changedOffers';
  const source = `export default (baseUrl, headers) => {${small}return { ${names} };}`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default(url, { Authorization: `Bearer ${key}` });
}

test("the guide's code moves customers with their projects, again without a change, and reports failures", async () => {
  const { api, newKey, raisedBy } = await addCompany();
  const { moveCustomersAndProjects } = await guideFunctions((await newKey('*')).key);
  const customers = Array.from({ length: 20 }, (_, index) => ({
    externalId: `C-${index}`,
    lastName: index === 9 ? ' ' : `Vogel ${index}`,
  }));
  const projects = customers.map(({ externalId }, index) => ({
    externalId: `P-${index}`,
    customer: externalId,
    roofs: [{ name: 'Dach', roofType: 'GABLE', azimuth: index === 4 ? null : 180, tilt: 30 }],
  }));
  const events = await raisedBy(async () => {
    for (let times = 1; times <= 2; times += 1) {
      expect(await moveCustomersAndProjects(customers, projects)).toMatchObject([
        { externalId: 'C-9', error: { error: 'invalid_request' } },
        { externalId: 'P-4', error: { error: 'invalid_request' } },
      ]);
    }
  });
  expect(events).toHaveLength(19 + 18);
  const { data } = (await api.call('listProjects', { query: { include: 'roofs', sort: 'createdAt.asc' } }))
    .body;
  expect(data).toHaveLength(18);
  for (const { externalId, customerId } of data) {
    const { body } = await api.call('getCustomer', { params: { id: customerId } });
    expect(body.externalId).toBe(externalId?.replace('P', 'C'));
  }
});

test("the guide's code reads changed offers with their lines", async () => {
  const { changedOffers } = await guideFunctions((await exampleCompany.newKey('read:offers')).key);
  const offers: Offer[] = [];
  for await (const offer of changedOffers('1970-01-01T00:00:00Z')) offers.push(offer);
  const { total } = (await exampleCompany.api.call('listOffers')).body;
  expect(new Set(offers.map(({ id }) => id)).size).toBe(total);
  for (const offer of offers)
    expect(offer).toEqual((await exampleCompany.api.call('getOffer', { params: { id: offer.id } })).body);
});
