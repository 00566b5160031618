import type { Offer } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { movingDataGuide } from '../../../scripts/moving-data-guide.ts';
import { openTestApi } from './support/test-api.ts';

const { addCompany, exampleCompany, url } = await openTestApi();

test("the guide's code moves customers with their projects, again without a change, and reports failures", async () => {
  const { api, newKey, raisedBy } = await addCompany();
  const { moveCustomersAndProjects } = await movingDataGuide(url, (await newKey('*')).key);
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
  const { changedOffers } = await movingDataGuide(url, (await exampleCompany.newKey('read:offers')).key);
  const offers: Offer[] = [];
  for await (const offer of changedOffers('1970-01-01T00:00:00Z')) offers.push(offer);
  const { total } = (await exampleCompany.api.call('listOffers')).body;
  expect(new Set(offers.map(({ id }) => id)).size).toBe(total);
  for (const offer of offers)
    expect(offer).toEqual((await exampleCompany.api.call('getOffer', { params: { id: offer.id } })).body);
});
