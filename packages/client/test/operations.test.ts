import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { clientOf, maria } from './records.ts';
import { empty, json, startServer } from './scripted-server.ts';

/** An operation with its specific types erased. */
type AnyOperation = (request: Record<string, unknown>) => Promise<unknown>;

describe('every operation of the contract', () => {
  test.each(Object.entries(operations))('%s sends its method and path', async (operationId, operation) => {
    const { client, received } = await clientOf(
      operation.status === 204 ? empty(204) : json(operation.status, { id: 'x' }),
    );
    const call = client[operationId as keyof typeof operations] as AnyOperation;
    const names = [...operation.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);

    const result = await call({
      ...Object.fromEntries(names.map((name) => [name, `my ${name}/1`])),
      ...(operation.hasBody && { body: { name: 'Süddach' } }),
    });

    expect(result).toEqual(operation.status === 204 ? undefined : { id: 'x' });
    const [request] = received;
    expect(request?.method).toBe(operation.method);
    expect(request?.url).toBe(operation.path.replaceAll(/{(\w+)}/g, (_, name) => `my%20${name}%2F1`));
    expect(request?.headers.authorization).toBe('Bearer pvp_live_test');
    expect(request?.headers['content-type']).toBe(operation.hasBody ? 'application/json' : undefined);
    expect(request?.body).toBe(operation.hasBody ? '{"name":"Süddach"}' : '');
    expect('idempotency-key' in (request?.headers ?? {})).toBe(
      operation.idempotent && operation.method !== 'PATCH',
    );
  });
});

test('sends query parameters, except undefined ones', async () => {
  const { client, received } = await clientOf(json(200, { data: [], total: 0, limit: 10, offset: 0 }));

  await client.listCustomers({ query: { q: 'Müller & Söhne', limit: 10, sort: 'lastName.asc' } });

  expect(received[0]?.url).toBe('/v1/customers?q=M%C3%BCller%20%26%20S%C3%B6hne&limit=10&sort=lastName.asc');
});

test.each(['', '.', '..', undefined])('rejects the ID %j, which would change the path', async (id) => {
  const { client, received } = await clientOf(json(200, maria));

  const rejected = client.getCustomer({ id: id as string });
  await expect(rejected).rejects.toThrow(TypeError);
  await expect(rejected).rejects.toThrow(
    id === undefined ? 'id of /v1/customers/{id} is missing' : `"${id}"`,
  );
  expect(received).toHaveLength(0);
});

test('exposes the response headers with withResponse', async () => {
  const headers = { etag: '"v1"', 'idempotent-replayed': 'true', location: '/v1/customers/1001' };
  const { client } = await clientOf(json(201, maria, headers));

  const response = await client.createCustomer.withResponse({ body: { lastName: 'Schneider' } });

  expect(response).toMatchObject({ ok: true, data: maria, etag: '"v1"', requestId: 'req-1', replayed: true });
  expect(response.headers.get('location')).toBe('/v1/customers/1001');
});

test('works with destructured methods', async () => {
  const { client } = await clientOf(json(200, maria));
  const { getCustomer } = client;

  await expect(getCustomer({ id: '1001' })).resolves.toEqual(maria);
});

test('sends the headers of the call and the user agent, and keeps the path of the base URL', async () => {
  const { baseUrl, received } = await startServer(json(200, maria));
  const client = createClient({ baseUrl: `${baseUrl}/planning/`, apiKey: 'k', userAgent: 'crm-sync/2.1' });

  await client.getCustomer({ id: '1001', headers: { 'X-Request-Id': 'job-7' } });

  expect(received[0]?.url).toBe('/planning/v1/customers/1001');
  expect(received[0]?.headers).toMatchObject({ 'user-agent': 'crm-sync/2.1', 'x-request-id': 'job-7' });
});

test('uses the given fetch', async () => {
  const seen: string[] = [];
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    fetch: async (request) => {
      seen.push(`${request.method} ${request.url}`);
      return Response.json(maria);
    },
  });

  await expect(client.getCustomer({ id: '1001' })).resolves.toEqual(maria);
  expect(seen).toEqual(['GET https://planning.example/v1/customers/1001']);
});

test('rejects a base URL that contains the version path', () => {
  for (const baseUrl of ['https://planning.example/v1', 'https://planning.example/planning/v1/'])
    expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow('baseUrl must not end with /v1');
});

test('rejects a missing API key', () => {
  expect(() => createClient({ baseUrl: 'https://planning.example', apiKey: '' })).toThrow(
    'apiKey is missing',
  );
});
