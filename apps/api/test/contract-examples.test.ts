import { operations } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { operationIds, responseExamplesOf } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();

const reads = operationIds.filter((operationId) => operations[operationId].readOnly);
/** A part is deleted before the whole that takes it along: in the contract the whole comes first. */
const deletions = operationIds.filter((operationId) => operations[operationId].method === 'DELETE').reverse();
const changes = operationIds.filter((operationId) => ![...reads, ...deletions].includes(operationId));

test.each(reads)('%s answers one of its examples', async (operationId) => {
  const { status, body } = await api.exampleCompany.api.sample(operationId);
  expect(status).toBe(200);
  expect(responseExamplesOf(operationId, 200)).toContainEqual(body);
});

test.each([...changes, ...deletions])('%s does what its example asks', async (operationId) => {
  const { status } = await api.exampleCompany.api.sample(operationId);
  expect(status).toBe(operations[operationId].status);
});
