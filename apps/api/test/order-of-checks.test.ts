import { type OperationId, operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import type { ApiClient, SampleOptions } from './support/api-client.ts';
import { pathOf } from './support/api-client.ts';
import { operationIds, parametersOf } from './support/contract-document.ts';
import { resourceOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';

const { story } = await openTestApi({ rateLimit: 1_000 });
const { api } = story;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);
/** JSON of more than an operation takes. */
const tooLarge = (operationId: OperationId) =>
  `"${'x'.repeat(operations[operationId].maxBodyMiB * 1024 * 1024)}"`;

async function exhaustedClient(): Promise<ApiClient> {
  const { key } = await story.newKey('read:events');
  const client = api.withKey(key);
  await Promise.all(
    Array.from({ length: 1_000 }, () => client.send('GET', '/v1/events', { query: 'limit=1' })),
  );
  return client;
}

const exhausted = await exhaustedClient();
const scopeless = await story.withScopes('read:events');

const unknown = (operationId: OperationId) =>
  Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, '987654321']));

/** Requests of an operation that do everything wrong, each less than the one before, and what the first mistake answers. */
function mistakes(
  operationId: OperationId,
): [what: string, client: ApiClient, options: SampleOptions, error: string][] {
  const params = unknown(operationId);
  const large = tooLarge(operationId);
  const text = { 'Content-Type': 'text/plain', 'Idempotency-Key': '' };
  const bad = { 'Idempotency-Key': '' };
  const steps: [string, ApiClient, SampleOptions, string][] = [
    ['no key', api, { params, key: null, rawBody: large, headers: text }, 'missing_api_key'],
    ['a wrong key', api, { params, key: 'wrong', rawBody: large, headers: text }, 'invalid_api_key'],
    ['too many requests', exhausted, { params, rawBody: large, headers: text }, 'rate_limited'],
    ['not the scope', scopeless, { params, rawBody: large, headers: text }, 'insufficient_scope'],
    ['too much', api, { params, rawBody: large, headers: text }, 'payload_too_large'],
    ['no JSON by its type', api, { params, rawBody: '{', headers: text }, 'unsupported_media_type'],
    ['no JSON', api, { params, rawBody: '{', headers: bad, query: 'nonsense=1' }, 'invalid_json'],
    ['an unknown parameter', api, { params, body: { nonsense: 1 }, query: 'nonsense=1' }, 'invalid_request'],
    ['an unknown field', api, { params, body: { nonsense: 1 } }, 'invalid_request'],
  ];
  return steps;
}

describe.each(withBody)('%s', (operationId) => {
  test.each(mistakes(operationId).map((step) => [step[0], step] as const))(
    '%s is found before what comes later',
    async (_name, [, client, options, expected]) => {
      const { error } = await client.sample(operationId, options);
      expect(error).toBe(expected);
    },
  );

  test('a path or method that does not exist is found before the key', async () => {
    const path = pathOf(operationId, unknown(operationId));
    const large = tooLarge(operationId);
    expect((await api.send('POST', `${path}/a/b/c/d`, { key: null, rawBody: large })).error).toBe(
      'not_found',
    );
    expect((await api.send('PUT', path, { key: 'wrong', rawBody: large })).error).toBe('method_not_allowed');
  });
});

test('an idempotency key of another request is found before the record is missed', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  expect((await api.sample('createRoof', { headers })).status).toBe(201);
  expect((await api.sample('createRoof', { headers, params: { id: '987654321' } })).error).toBe(
    'idempotency_key_reused',
  );
  expect(
    (await api.sample('createRoof', { headers, params: { id: '987654321' }, body: { nonsense: 1 } })).error,
  ).toBe('invalid_request');
});

describe.each(operationIds.filter((id) => operations[id].ifMatch && operations[id].hasBody))(
  '%s',
  (operationId) => {
    const stale = { 'If-Match': '"other"' };
    test('misses the record, then what the body names, then the version, then a value that is taken', async () => {
      const { reference = '', text } = resourceOf(operationId);
      const body = { [reference]: 'nobody' };
      expect(
        (await api.sample(operationId, { params: unknown(operationId), body, headers: stale })).error,
      ).toBe('not_found');
      expect((await api.sample(operationId, { body, headers: stale })).error).toBe('unknown_reference');
      const change = { [text]: 'x' };
      expect((await api.sample(operationId, { body: change, headers: stale })).error).toBe(
        'version_conflict',
      );
    });
  },
);
