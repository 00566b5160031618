import { operations } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { type ApiClient, type SampleOptions, sampleBody } from './support/api-client.ts';
import { operationIds, parametersOf } from './support/contract-document.ts';
import { freeTextOf, referencesOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';
import type { Grant } from './support/test-company.ts';

/** Requests per minute for each key; low enough that a test exceeds the limit before the minute is over. */
const rateLimit = 5;
const { exampleCompany } = await openTestApi({ rateLimit });

/** Returns a client with its own key, and thus its own rate limit. */
async function clientWith(...grant: Grant): Promise<ApiClient> {
  const { key } = await exampleCompany.newKey(...grant);
  return exampleCompany.api.withKey(key);
}

async function exhaustedClient(): Promise<ApiClient> {
  const client = await clientWith('read:events');
  for (let count = 0; count < rateLimit; count += 1) await client.send('GET', '/v1/events');
  return client;
}

const params = { id: '987654321' };
const rawBody = `"${'x'.repeat(1024 * 1024)}"`;
const text = { 'Content-Type': 'text/plain', 'Idempotency-Key': '' };
const bad = { 'Idempotency-Key': '' };
const any = () => clientWith('*');
const withoutScope = () => clientWith('read:events');

/** Requests with several mistakes, each without the first mistake of the previous one, and the expected error code. */
const mistakes: [what: string, client: () => Promise<ApiClient>, options: SampleOptions, error: string][] = [
  ['no key', any, { key: null, rawBody, headers: text }, 'missing_api_key'],
  ['a wrong key', any, { key: 'wrong', rawBody, headers: text }, 'invalid_api_key'],
  ['too many requests', exhaustedClient, { rawBody, headers: text }, 'rate_limited'],
  ['a missing scope', withoutScope, { rawBody, headers: text }, 'insufficient_scope'],
  ['a body that is too large', any, { rawBody, headers: text }, 'payload_too_large'],
  ['a media type other than JSON', any, { rawBody: '{', headers: text }, 'unsupported_media_type'],
  ['invalid JSON', any, { rawBody: '{', headers: bad, query: 'nonsense=1' }, 'invalid_json'],
  ['an unknown parameter', any, { body: { nonsense: 1 }, query: 'nonsense=1' }, 'invalid_request'],
  ['an unknown field', any, { body: { nonsense: 1 } }, 'invalid_request'],
  ['a missing record', any, {}, 'not_found'],
];

// The kit checks every operation in the same order.
test.each(mistakes)('reports %s before all later mistakes', async (_what, client, options, expected) => {
  const { error } = await (await client()).sample('createRoof', { params, ...options });
  expect(error).toBe(expected);
});

test('reports an unknown path or method before a missing key', async () => {
  const { send } = await any();
  const unknown = await send('POST', '/v1/projects/987654321/a/b/c/d', { key: null, rawBody });
  expect(unknown.error).toBe('not_found');
  const method = await send('PUT', '/v1/projects/987654321', { key: 'wrong', rawBody });
  expect(method.error).toBe('method_not_allowed');
});

test('reports a reused idempotency key before a missing record', async () => {
  const client = await any();
  const headers = { 'Idempotency-Key': 'one' };
  expect((await client.sample('createRoof', { headers })).status).toBe(201);
  expect((await client.sample('createRoof', { headers, params })).error).toBe('idempotency_key_reused');
  const wrong = await client.sample('createRoof', { headers, params, body: { nonsense: 1 } });
  expect(wrong.error).toBe('invalid_request');
});

test.each(operationIds.filter((id) => operations[id].ifMatch && operations[id].hasBody))(
  '%s reports a missing record before unknown references, and these before the version',
  async (operationId) => {
    const client = await any();
    const headers = { 'If-Match': '"other"' };
    const [reference] = referencesOf(operationId);
    const isChange = operations[operationId].method === 'PATCH';
    const valid = isChange ? { [freeTextOf(operationId)]: 'x' } : sampleBody(operationId);
    const body = reference === undefined ? valid : { ...valid, [reference]: 'nobody' };
    const never = parametersOf(operationId, 'path').map(({ name }) => [name, '987654321']);
    const missed = await client.sample(operationId, { params: Object.fromEntries(never), body, headers });
    expect(missed.error).toBe('not_found');
    const expected = reference === undefined ? 'version_conflict' : 'unknown_reference';
    expect((await client.sample(operationId, { body, headers })).error).toBe(expected);
    expect((await client.sample(operationId, { body: valid, headers })).error).toBe('version_conflict');
  },
);
