import { createClient } from '@pv-planning/client';
import type { Offer, UpsertedRecord } from '@pv-planning/contract';
import { afterAll, expect, test } from 'vitest';
import { movingDataGuide } from '../../../scripts/moving-data-guide.ts';
import { startMock } from '../src/mock-server.ts';

const mock = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(() => mock.close());

const key = 'pvp_live_anything';
const client = createClient({ baseUrl: mock.address, apiKey: key });
const { upsert, moveCustomersAndProjects, changedOffers } = await movingDataGuide(mock.address, key);

const customers = Array.from({ length: 20 }, (_, index) => ({
  externalId: `C-${index}`,
  lastName: `Vogel ${index}`,
}));

test("the guide's code moves customers with their projects", async () => {
  const { ids, failed } = await upsert('customers', customers);
  expect([...ids.keys()]).toEqual(customers.map(({ externalId }) => externalId));
  expect(new Set(ids.values()).size).toBe(20);
  expect(failed).toEqual([]);
  const projects = customers.map(({ externalId }, index) => ({
    externalId: `P-${index}`,
    customer: externalId,
    roofs: [{ name: 'Dach', roofType: 'GABLE', azimuth: 180, tilt: 30 }],
  }));
  expect(await moveCustomersAndProjects(customers, projects)).toEqual([]);
});

test('an upsert has the result of each item: of the example, of a known record, or of a new one', async () => {
  const data = ['C-1', 'CRM-4802', 'CRM-4711', 'CRM-4801', 'C-1'].map((externalId) => ({ externalId }));
  const first = await client.upsertCustomers({ body: { data } });
  const summary = ({ externalId, id, status, error }: UpsertedRecord) => [
    externalId,
    id,
    status,
    error?.error,
  ];
  expect(first.data.map(summary)).toEqual([
    ['C-1', expect.stringMatching(/^\d+$/), 'CREATED', undefined],
    ['CRM-4802', null, 'FAILED', 'unknown_reference'],
    ['CRM-4711', '1001', 'UPDATED', undefined],
    ['CRM-4801', '1003', 'CREATED', undefined],
    first.data.slice(0, 1).map(summary)[0],
  ]);
  const known = (await client.listManufacturers()).data.filter(({ externalId }) => externalId !== null);
  const items = known.map(({ externalId, name }) => ({ externalId: externalId ?? '', name }));
  const again = await client.upsertManufacturers({ body: { data: items } });
  expect(again.data.map(({ id, status }) => [id, status])).toEqual(known.map(({ id }) => [id, 'UPDATED']));
});

test("the guide's code reads offers with their lines, and projects have roofs only with include", async () => {
  const offers: Offer[] = [];
  for await (const offer of changedOffers('1970-01-01T00:00:00Z')) offers.push(offer);
  expect(offers.map(({ id }) => id)).toEqual((await client.listOffers()).data.map(({ id }) => id));
  for (const offer of offers) expect(offer).toEqual(await client.getOffer({ id: offer.id }));
  expect((await client.listOffers()).data[0]).not.toHaveProperty('modules');
  for (const project of (await client.listProjects({ query: { include: 'roofs' } })).data)
    expect(project).toEqual(await client.getProject({ id: project.id }));
});

test.each([
  ['limit', { include: 'lines', limit: 51 }],
  ['offset', { include: 'lines', offset: 1 }],
] as const)('rejects %s with include as the service does', async (path, query) => {
  const details = [{ in: 'query', path }];
  await expect(client.listOffers({ query })).rejects.toMatchObject({ status: 400, details });
});
