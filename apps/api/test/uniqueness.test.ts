import { expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { type ApiResponse, sampleBody } from './support/api-client.ts';
import { publicContract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const world = await openTestApi();
const { api } = world.exampleCompany;

describeContract(publicContract, world, ['uniqueness']);

type Creation = 'createCustomer' | 'createProject' | 'createMiscMaterial';

/** Creates a record from the sample body. */
const create = (operationId: Creation, fields: object) =>
  api.sample(operationId, { body: { ...sampleBody(operationId), ...fields } });

test('a customer and a project can have the same external id', async () => {
  expect((await create('createCustomer', { externalId: 'both' })).status).toBe(201);
  expect((await create('createProject', { externalId: 'both' })).status).toBe(201);
});

test('customers can have the same name and email address', async () => {
  const body = { firstName: 'Maria', lastName: 'Schneider', email: 'maria.schneider@example.com' };
  expect((await create('createCustomer', body)).status).toBe(201);
  expect((await create('createCustomer', body)).status).toBe(201);
});

test('reports the product of the same supplier', async () => {
  const article = (supplier: string | null) =>
    create('createMiscMaterial', { articleNumber: 'AB-1', supplier }) as Promise<ApiResponse<{ id: string }>>;
  const ofNobody = await article(null);
  const ofSomebody = await article('Großhandel Ä');
  expect([ofNobody.status, ofSomebody.status]).toEqual([201, 201]);
  expect((await article(null)).details).toMatchObject([{ path: '/articleNumber', id: ofNobody.body.id }]);
  expect((await article('grosshandel ä')).status).toBe(201);
  expect((await article('GROßHANDEL ä')).details).toMatchObject([{ id: ofSomebody.body.id }]);
});
