import { operations } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { pathOf } from './support/api-client.ts';
import { operationIds, requiredQueryOf } from './support/contract-document.ts';
import { rawRequest } from './support/raw-request.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { send } = api.exampleCompany.api;

/** Headers that depend on the individual request or its connection. */
const varying = ['connection', 'keep-alive', 'date', 'x-request-id', 'ratelimit'];

const paths = [...new Set(operationIds.map((operationId) => pathOf(operationId)))];
const reads = operationIds.filter((operationId) => operations[operationId].method === 'GET');

function methodsOf(path: string): string[] {
  const methods = operationIds
    .filter((id) => pathOf(id) === path)
    .map((id) => operations[id].method as string);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

test.each(paths)('%s rejects any other method and lists the allowed ones', async (path) => {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'].filter(
    (method) => !methodsOf(path).includes(method),
  );
  for (const method of others) {
    const { status, error, headers } = await send(method, path, { key: null });
    expect({ method, status, error }).toEqual({ method, status: 405, error: 'method_not_allowed' });
    expect(headers.get('allow')?.split(', ').sort()).toEqual(methodsOf(path).sort());
  }
});

test('also rejects a method that fetch cannot send', async () => {
  expect((await rawRequest(api.url, { method: 'TRACE', path: '/v1/company' })).status).toBe(405);
});

test.each(reads)('%s gives the same response to HEAD as to GET, without a body', async (operationId) => {
  const query = requiredQueryOf(operationId);
  const get = await send('GET', pathOf(operationId), { query });
  const head = await send('HEAD', pathOf(operationId), { query });
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  for (const [name, value] of get.headers) {
    if (!varying.includes(name)) expect([name, head.headers.get(name)]).toEqual([name, value]);
  }
});

test('HEAD of an unknown record returns 404', async () => {
  for (const operationId of reads) {
    const path = pathOf(operationId);
    if (path !== operations[operationId].path) expect((await send('HEAD', `${path}0000`)).status).toBe(404);
  }
});

test.each(paths)('other spellings of %s do not exist', async (path) => {
  const spellings = [
    `${path}/`,
    path.toUpperCase(),
    path.replace('/v1/', '/V1/'),
    path.replace('/v1/', '//v1/'),
    path.replace('/v1', '/v2'),
    path.slice(3),
  ];
  for (const spelling of spellings) {
    const { status, error, text } = await send('GET', spelling, { key: null });
    expect({ spelling, status, error }).toEqual({ spelling, status: 404, error: 'not_found' });
    expect(text).toMatch(/the API has no such path; did you mean \/v1\/[^?]+\?/);
  }
});

test.each([
  ['/v1/customers/', '/v1/customers'],
  ['//v1/customers//1001', '/v1/customers/1001'],
  ['/customers/1001', '/v1/customers/1001'],
  ['/api/v1/customers', '/v1/customers'],
  ['/v1/customer/1001', '/v1/customers/1001'],
  ['/v1/offerRequests', '/v1/offer-requests'],
  ['/v1/offer_requests', '/v1/offer-requests'],
  ['/v1/projcets/1/roof', '/v1/projects/1/roofs'],
])('the response to %s names the path %s', async (path, meant) => {
  const { text } = await send('GET', path);
  expect(JSON.parse(text).message).toBe(`Nothing found: the API has no such path; did you mean ${meant}?`);
});

test('the responses to other paths and to unknown ids differ', async () => {
  const messages = await Promise.all(
    ['/v1/nonsense', '/v1/customers/0'].map(
      async (path) => JSON.parse((await send('GET', path)).text).message,
    ),
  );
  expect(messages).toEqual([
    'Nothing found: the API has no such path.',
    'Nothing found: there is no record with the id in the path.',
  ]);
});

test.each([
  '/',
  '/v1',
  '/v1/',
  '/v1/nonsense',
  '/v1/customers/1/2/3/4',
  '/v1/%zz',
  '/v1/%00',
  '/favicon.ico',
  '/docs/nonsense',
])('%s does not exist', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    expect((await send(method, path, { key: null })).status).toBe(404);
  }
});

test.each(['*', 'http://other.example/v1/nonsense', '/v1/../v1/nonsense'])(
  'the request target %s does not exist',
  async (path) => {
    expect((await rawRequest(api.url, { method: 'GET', path })).status).toBe(404);
  },
);

test('responds with 431 and an empty body if the URL and headers exceed 16 KiB', async () => {
  const statusOf = async (bytes: number) => {
    const response = await fetch(`${api.url}/v1/company?q=${'a'.repeat(bytes)}`);
    return [response.status, await response.text()];
  };
  expect(await statusOf(15 * 1024)).toEqual([401, expect.stringContaining('missing_api_key')]);
  expect(await statusOf(16 * 1024)).toEqual([431, '']);
});
