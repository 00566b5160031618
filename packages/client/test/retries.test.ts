import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError, createClient } from '../src/index.ts';
import { clientOf, maria, thrownBy } from './records.ts';
import { apiError, cutOff, empty, html, json, reset, startServer } from './scripted-server.ts';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const body = { lastName: 'Schneider' };
const found = json(200, maria, { etag: '"v1"' });
const created = json(201, maria);
const fault = apiError(500, 'internal_error');
const limited = apiError(429, 'rate_limited', { 'retry-after': '0' });

describe('retries of a read', () => {
  test.each([
    ['429', limited],
    ['500', fault],
    ['502 of a proxy', html(502)],
    ['503', html(503)],
    ['504', empty(504)],
    ['a connection closed before the response', reset],
    ['a connection closed in the middle of the response', cutOff],
  ])('follow %s', async (_, fault) => {
    const { client, received } = await clientOf(fault, found);

    await expect(client.getCustomer({ id: '1001' })).resolves.toEqual(maria);
    expect(received).toHaveLength(2);
  });

  test('stop after maxRetries, and the last error is thrown', async () => {
    const { client, received } = await clientOf(html(503));

    await expect(client.getCustomer({ id: '1001' })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(4);
    await expect(client.getCustomer({ id: '1001', maxRetries: 1 })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(6);
  });

  test('do not follow a permanent error', async () => {
    const { client, received } = await clientOf(apiError(403, 'insufficient_scope'));

    await expect(client.getCustomer({ id: '1001' })).rejects.toMatchObject({ error: 'insufficient_scope' });
    expect(received).toHaveLength(1);
  });
});

describe('retries of a POST with an idempotency key', () => {
  test('use a key generated for the call', async () => {
    const { client, received } = await clientOf(reset, fault, created);

    await client.createCustomer({ body });
    await client.createCustomer({ body });

    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(received.map((request) => request.body)).toEqual(Array(4).fill('{"lastName":"Schneider"}'));
  });

  test('use the key of the caller', async () => {
    const { client, received } = await clientOf(reset, created);

    await client.createCustomer({ body, idempotencyKey: 'order-77' });

    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-77', 'order-77']);
  });

  test('wait for the first request to finish, regardless of maxRetries', async () => {
    const inProgress = apiError(409, 'idempotency_in_progress', { 'retry-after': '0' });
    const replay = json(201, maria, { 'idempotent-replayed': 'true' });
    const { client, received } = await clientOf(reset, inProgress, inProgress, inProgress, replay);

    const response = await client.createCustomer.withResponse({ body, maxRetries: 1 });

    expect(response).toMatchObject({ data: maria, replayed: true });
    expect(received).toHaveLength(5);
  });

  test('leave the key in the error, so that the call can be retried later', async () => {
    const { client, received } = await clientOf(reset);

    const error = await thrownBy(client.createCustomer({ body }));

    expect(error).toBeInstanceOf(ConnectionError);
    expect(received).toHaveLength(4);
    expect((error as ConnectionError).idempotencyKey).toBe(received[0]?.headers['idempotency-key']);
  });
});

describe('retries of a change', () => {
  test('resend a PATCH with the same fields', async () => {
    const { client, received } = await clientOf(reset, html(502), found);

    await expect(client.updateCustomer({ id: '1001', body, ifMatch: '"v0"' })).resolves.toEqual(maria);
    expect(received.map(({ headers }) => headers['if-match'])).toEqual(['"v0"', '"v0"', '"v0"']);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  test('send a PATCH without a version without a key, which would only take up storage', async () => {
    const { client, received } = await clientOf(found, found);

    await client.updateCustomer({ id: '1001', body });
    await client.updateCustomer({ id: '1001', body, idempotencyKey: 'order-77' });

    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'order-77']);
  });

  test.each([
    ['a broken connection', reset],
    ['500', fault],
  ])('treat 404 as success of a DELETE after %s', async (_, first) => {
    const { client } = await clientOf(first, apiError(404, 'not_found'));

    await expect(client.deleteCustomer({ id: '1001' })).resolves.toBeUndefined();
  });

  test('report 404 for a DELETE without an earlier attempt', async () => {
    const { client, received } = await clientOf(limited, apiError(404, 'not_found'));

    await expect(client.deleteCustomer({ id: '1001' })).rejects.toMatchObject({ error: 'not_found' });
    expect(received).toHaveLength(2);
  });
});

test('sends once with maxRetries 0', async () => {
  const { baseUrl, received } = await startServer(
    apiError(409, 'idempotency_in_progress', { 'retry-after': '0' }),
  );
  const client = createClient({ baseUrl, apiKey: 'k', maxRetries: 0 });

  await expect(client.createCustomer({ body })).rejects.toThrow(ApiError);
  expect(received).toHaveLength(1);
});
