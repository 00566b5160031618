import { operations } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const { sample } = (await openTestApi()).exampleCompany.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);

// What a body can be is tried on the kit; here, that it reads the bodies of every operation, each up to its own size.
test.each(withBody)('%s accepts only JSON, up to its maximum size', async (operationId) => {
  const bytes = operations[operationId].maxBodyMiB * 1024 * 1024;
  const large = await sample(operationId, { rawBody: 'x'.repeat(bytes + 1) });
  expect([large.status, large.error]).toEqual([413, 'payload_too_large']);
  const fitting = await sample(operationId, { rawBody: 'x'.repeat(bytes) });
  expect([fitting.status, fitting.error]).toEqual([400, 'invalid_json']);
  const text = await sample(operationId, { rawBody: '{}', headers: { 'Content-Type': 'text/plain' } });
  expect([text.status, text.error]).toEqual([415, 'unsupported_media_type']);
});
