import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import { distinctBy } from '../support/distinct.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** The kit's tests cover all kinds of bodies. These tests check that the size limits of the contract apply, and the statuses of every operation. */
export function describeRequestBody<Id extends string>(
  { operations, operationIds }: TestContract<Id>,
  { exampleCompany, addExampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addExampleCompany'>,
): void {
  const { sample } = exampleCompany.api;

  const withBody = operationIds.filter(
    (operationId) => operations[operationId].hasBody && !operations[operationId].rawBody,
  );

  const ofEachSize = distinctBy(withBody, (operationId) => String(operations[operationId].maxBodyMiB));

  test.each(ofEachSize)('%s accepts bodies up to its maximum size', async (operationId) => {
    const bytes = operations[operationId].maxBodyMiB * 1024 * 1024;
    const large = await sample(operationId, { rawBody: 'x'.repeat(bytes + 1) });
    expect([large.status, large.error]).toEqual([413, 'payload_too_large']);
    const fitting = await sample(operationId, { rawBody: 'x'.repeat(bytes) });
    expect([fitting.status, fitting.error]).toEqual([400, 'invalid_json']);
  });

  test.each(withBody)('%s accepts only JSON', async (operationId) => {
    const text = await sample(operationId, { rawBody: '{"a":1}', headers: { 'Content-Type': 'text/plain' } });
    expect([text.status, text.error]).toEqual([415, 'unsupported_media_type']);
  });

  const withOptionalBody = operationIds.filter((operationId) => operations[operationId].optionalBody);

  test.each(withOptionalBody)('%s takes an empty body and {} for the same request', async (operationId) => {
    const { api } = await addExampleCompany();
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, ...others] = [
      await api.sample(operationId, { rawBody: '', headers }),
      await api.sample(operationId, { body: {}, headers }),
      await api.send(operations[operationId].method, api.pathOf(operationId), { query: '', headers }),
    ];
    expect(first?.status).toBe(operations[operationId].status);
    for (const { status, text } of others)
      expect({ status, text }).toEqual({ status: first?.status, text: first?.text });
  });

  // fetch sends no body with GET.
  const changesWithoutBody = operationIds.filter((operationId) => {
    const { hasBody, method } = operations[operationId];
    return !hasBody && method !== 'GET';
  });

  test.each(changesWithoutBody)('%s rejects a body in an unknown compression', async (operationId) => {
    const { status, error } = await sample(operationId, {
      rawBody: '{}',
      headers: { 'Content-Encoding': 'x' },
    });
    expect([status, error]).toEqual([415, 'unsupported_media_type']);
  });
}
