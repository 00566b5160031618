import type { Body, Offer, Project } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { nextQuery } from './support/next-query.ts';
import { idsOf, pageReader } from './support/page-reader.ts';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany, addCompany } = await openTestApi();
const { api } = exampleCompany;

test('offers with their lines equal those of single reads', async () => {
  const { body } = await api.call('listOffers', { query: { include: 'lines', sort: 'name.asc' } });
  const { body: plain } = await api.call('listOffers', { query: { sort: 'name.asc' } });
  expect({ ...body, data: [] }).toEqual({ ...plain, data: [] });
  expect(body.data.map(({ id }) => id)).toEqual(plain.data.map(({ id }) => id));
  for (const offer of body.data) {
    const { text } = await api.call('getOffer', { params: { id: offer.id } });
    expect(JSON.stringify(offer)).toBe(text);
  }
  expect(body.data.some((offer) => (offer as Offer).modules.length > 0)).toBe(true);
});

test('projects with their roofs equal those of single reads', async () => {
  const { body } = await api.call('listProjects', {
    query: { include: 'roofs', state: ['OPEN', 'IN_PLANNING'] },
  });
  expect(body.total).toBeGreaterThan(0);
  for (const project of body.data) {
    const { text } = await api.call('getProject', { params: { id: project.id } });
    expect(JSON.stringify(project)).toBe(text);
  }
});

test.each([
  ['listOffers', 'include=lines&limit=51', 'limit'],
  ['listOffers', 'include=lines&offset=1', 'offset'],
  ['listProjects', 'include=roofs&limit=200', 'limit'],
  ['listProjects', 'include=lines', 'include'],
] as const)('%s rejects %s', async (list, query, path) => {
  const { status, error, details } = await api.sample(list, { query });
  expect({ status, error, details }).toMatchObject({
    status: 400,
    error: 'invalid_request',
    details: [{ in: 'query', path }],
  });
});

test('a page ends after 5,000 roofs, and its link goes on with the next project', async () => {
  const company = await addCompany();
  const { body: customer } = await company.api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const roofs = Array.from({ length: 200 }, (_, index) => ({
    name: `Dach ${index}`,
    roofType: 'GABLE' as const,
    azimuth: 180,
    tilt: 35,
  }));
  const data: Body<'upsertProjects'>['data'] = Array.from({ length: 28 }, (_, index) => ({
    externalId: `P-${index}`,
    customerId: customer.id,
    roofs: index === 3 ? [] : roofs,
  }));
  await company.api.call('upsertProjects', { body: { data } });
  const query = { include: 'roofs', sort: 'createdAt.asc', limit: 50 } as const;
  const pages = await pageReader(company.api).pagesFrom('listProjects', query);
  expect(pages.map((page) => page.data.length)).toEqual([26, 2]);
  expect(pages.map(({ total, offset }) => [total, offset])).toEqual([
    [28, 0],
    [28, 26],
  ]);
  expect(new Set(idsOf(pages)).size).toBe(28);
  const numbers = pages.flatMap((page) => page.data.map((project) => (project as Project).roofs.length));
  expect(numbers.filter((number) => number === 200)).toHaveLength(27);
  const { headers } = await company.api.call('listProjects', { query: { ...query, include: 'roofs' } });
  expect(nextQuery(headers)).toContain('include=roofs');
});
