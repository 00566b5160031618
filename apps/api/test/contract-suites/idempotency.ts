import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ApiResponse, requestSamples } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Returns the parts of a response that its replay repeats. */
export function repeated({ status, text, headers }: ApiResponse) {
  return {
    status,
    text,
    location: headers.get('location'),
    tag: headers.get('etag'),
    type: headers.get('content-type'),
  };
}

export const isReplay = ({ headers }: ApiResponse) => headers.get('idempotent-replayed') === 'true';

/** Every operation with an idempotency key takes effect once. */
export function describeIdempotency<Id extends string>(
  contract: TestContract<Id>,
  { addExampleCompany }: Pick<ContractWorld<Id>, 'addExampleCompany'>,
): void {
  const { operations, operationIds } = contract;
  const { raisesEvent, resourceOf, freeTextOf } = operationResources(contract);
  const { sampleBody } = requestSamples(contract);
  const idempotent = operationIds.filter((operationId) => operations[operationId].idempotent);
  const isPatch = (operationId: Id) => operations[operationId].method === 'PATCH';
  /** The examples of changes have values that the records of the tests already have. */
  const newValues = (operationId: Id) =>
    isPatch(operationId) ? { [freeTextOf(operationId)]: 'changed once' } : sampleBody(operationId);
  const raisedIn = (operationId: Id) =>
    raisesEvent(operationId, isPatch(operationId) ? freeTextOf(operationId) : 'name')
      ? (resourceOf(operationId).events ?? 1)
      : 0;

  test.each(idempotent)('%s takes effect once and repeats its response', async (operationId) => {
    const { api, raisedBy } = await addExampleCompany();
    const options = { body: newValues(operationId), headers: { 'Idempotency-Key': randomUUID() } };
    const send = () => api.sample(operationId, options);
    const events = await raisedBy(async () => {
      const first = await send();
      expect(first.status).toBe(operations[operationId].status);
      expect(isReplay(first)).toBe(false);
      for (const again of [await send(), await send()]) {
        expect(repeated(again)).toEqual(repeated(first));
        expect(isReplay(again)).toBe(true);
      }
    });
    expect(events, `events that ${operationId} raises`).toHaveLength(raisedIn(operationId));
  });
}
