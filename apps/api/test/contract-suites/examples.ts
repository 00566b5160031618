import { expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Every example is a request that succeeds. Each change is sent in a company of its own, so that none affects another. */
export function describeExamples<Id extends string>(
  { operations, operationIds, responseExamplesOf }: TestContract<Id>,
  { exampleCompany, addExampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addExampleCompany'>,
): void {
  const reads = operationIds.filter((operationId) => operations[operationId].readOnly);
  const deletions = operationIds.filter((operationId) => operations[operationId].method === 'DELETE');
  const changes = operationIds.filter((id) => !operations[id].readOnly && !deletions.includes(id));

  test.each(reads)('%s returns one of its examples', async (operationId) => {
    const { status, body } = await exampleCompany.api.sample(operationId);
    expect(status).toBe(operations[operationId].status);
    expect(responseExamplesOf(operationId, status)).toContainEqual(body);
  });

  /** The operation that makes the records of a path like `/v1/projects/{id}/roofs/{roofId}`, and the parameter of their ids. */
  function creationFor(path: string): { creation: Id; parameter: string } {
    const [, collection, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const creation = operationIds.find(
      (id) => operations[id].method === 'POST' && operations[id].path === collection,
    );
    if (!creation || !parameter) throw new Error(`No operation makes the records of ${path}.`);
    return { creation, parameter };
  }

  test.each(changes)('%s succeeds with its example', async (operationId) => {
    const { api } = await addExampleCompany();
    const { status } = await api.sample(operationId);
    expect(status).toBe(operations[operationId].status);
  });
  // Other records refer to most of the examples, which can therefore not be deleted.
  test.each(deletions)('%s deletes a new record', async (operationId) => {
    const { api } = await addExampleCompany();
    const { creation, parameter } = creationFor(operations[operationId].path);
    const { body } = (await api.sample(creation)) as ApiResponse<{ id: string }>;
    const { status } = await api.sample(operationId, { params: { [parameter]: body.id } });
    expect(status).toBe(operations[operationId].status);
  });
}
