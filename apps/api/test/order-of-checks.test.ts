import { type OperationId, operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import type { ApiClient, SampleOptions } from './support/api-client.ts';
import { pathOf } from './support/api-client.ts';
import { operationIds, parametersOf } from './support/contract-document.ts';
import { freeTextOf, referencesOf } from './support/resources.ts';
import { type Grant, openTestApi } from './support/test-api.ts';

/** Requests per key and minute: few enough to be used up within one test. */
const rateLimit = 5;
const { story } = await openTestApi({ rateLimit });
const { api } = story;

/** A client with its own key, and therefore its own window. */
async function clientWith(...grant: Grant): Promise<ApiClient> {
  const { key } = await story.newKey(...grant);
  return api.withKey(key);
}

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);
/** JSON of more than an operation takes. */
const tooLarge = (operationId: OperationId) =>
  `"${'x'.repeat(operations[operationId].maxBodyMiB * 1024 * 1024)}"`;

async function exhaustedClient(): Promise<ApiClient> {
  const client = await clientWith('read:events');
  for (let count = 0; count < rateLimit; count += 1) await client.send('GET', '/v1/events');
  return client;
}

const clients = {
  'with all scopes': () => clientWith('*'),
  'without the scope': () => clientWith('read:events'),
  'that has asked too often': exhaustedClient,
};

const unknown = (operationId: OperationId) =>
  Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, '987654321']));

/** Requests of an operation that do everything wrong, each less than the one before, and what the first mistake answers. */
function mistakes(
  operationId: OperationId,
): [what: string, client: keyof typeof clients, options: SampleOptions, error: string][] {
  const params = unknown(operationId);
  const large = tooLarge(operationId);
  const text = { 'Content-Type': 'text/plain', 'Idempotency-Key': '' };
  const bad = { 'Idempotency-Key': '' };
  const any = 'with all scopes';
  return [
    ['no key', any, { params, key: null, rawBody: large, headers: text }, 'missing_api_key'],
    ['a wrong key', any, { params, key: 'wrong', rawBody: large, headers: text }, 'invalid_api_key'],
    [
      'too many requests',
      'that has asked too often',
      { params, rawBody: large, headers: text },
      'rate_limited',
    ],
    ['not the scope', 'without the scope', { params, rawBody: large, headers: text }, 'insufficient_scope'],
    ['too much', any, { params, rawBody: large, headers: text }, 'payload_too_large'],
    ['no JSON by its type', any, { params, rawBody: '{', headers: text }, 'unsupported_media_type'],
    ['no JSON', any, { params, rawBody: '{', headers: bad, query: 'nonsense=1' }, 'invalid_json'],
    ['an unknown parameter', any, { params, body: { nonsense: 1 }, query: 'nonsense=1' }, 'invalid_request'],
    ['an unknown field', any, { params, body: { nonsense: 1 } }, 'invalid_request'],
  ];
}

describe.each(withBody)('%s', (operationId) => {
  test.each(mistakes(operationId).map((step) => [step[0], step] as const))(
    '%s is found before what comes later',
    async (_name, [, client, options, expected]) => {
      const { error } = await (await clients[client]()).sample(operationId, options);
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
  const client = await clientWith('*');
  const headers = { 'Idempotency-Key': 'one' };
  expect((await client.sample('createRoof', { headers })).status).toBe(201);
  expect((await client.sample('createRoof', { headers, params: { id: '987654321' } })).error).toBe(
    'idempotency_key_reused',
  );
  expect(
    (await client.sample('createRoof', { headers, params: { id: '987654321' }, body: { nonsense: 1 } }))
      .error,
  ).toBe('invalid_request');
});

describe.each(operationIds.filter((id) => operations[id].ifMatch && operations[id].hasBody))(
  '%s',
  (operationId) => {
    const stale = { 'If-Match': '"other"' };
    test('misses the record, then what the body names, then the version, then a value that is taken', async () => {
      const client = await clientWith('*');
      const [reference = ''] = referencesOf(operationId);
      const body = { [reference]: 'nobody' };
      expect(
        (await client.sample(operationId, { params: unknown(operationId), body, headers: stale })).error,
      ).toBe('not_found');
      expect((await client.sample(operationId, { body, headers: stale })).error).toBe('unknown_reference');
      const change = { [freeTextOf(operationId)]: 'x' };
      expect((await client.sample(operationId, { body: change, headers: stale })).error).toBe(
        'version_conflict',
      );
    });
  },
);
