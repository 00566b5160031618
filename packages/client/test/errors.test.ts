import { expect, test } from 'vitest';
import {
  ApiError,
  ConnectionError,
  createClient,
  isApiError,
  PvPlanningError,
  UnexpectedResponseError,
} from '../src/index.ts';
import { clientOf, maria, thrownBy } from './records.ts';
import { apiError, closedPort, cutOff, empty, html, json } from './scripted-server.ts';

const once = { maxRetries: 0 };

test('throws an API error with status, code, details, request ID and the operation in the message', async () => {
  const details = [{ in: 'body', path: '/email', code: 'format', message: 'must be an e-mail address' }];
  const body = { error: 'invalid_request', message: 'The request is invalid. See details.', details };
  const { client } = await clientOf(json(400, body));

  const error = await thrownBy(client.createCustomer({ body: { email: 'maria' } }));

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(PvPlanningError);
  const message =
    'createCustomer: 400 invalid_request: The request is invalid. See details. (/email must be an e-mail address)';
  expect(error).toMatchObject({ ...body, message, name: 'ApiError', status: 400, requestId: 'req-1' });
  expect(error).toMatchObject({
    operationId: 'createCustomer',
    idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('names the first three details in the message', async () => {
  const paths = ['/email', '', '/phone', '/city', '/note'];
  const details = paths.map((path) => ({ in: 'body', path, code: 'type', message: 'must be string' }));
  const { client } = await clientOf(json(400, { error: 'invalid_request', message: 'Invalid.', details }));

  const error = await thrownBy(client.createCustomer({ body: {} }));

  const summary = '/email must be string; body must be string; /phone must be string; and 2 more';
  expect(error).toMatchObject({ message: `createCustomer: 400 invalid_request: Invalid. (${summary})` });
});

test('narrows an API error to an operation with isApiError', async () => {
  const { client } = await clientOf(apiError(404, 'not_found'));

  const error = await thrownBy(client.getCustomer({ id: '1' }));

  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, 'getCustomer')).toBe(true);
  expect(isApiError(error, 'updateCustomer')).toBe(false);
  expect(isApiError(new Error('not_found'))).toBe(false);
});

test('resolves with the response or the API error from safe', async () => {
  const { client } = await clientOf(json(200, maria, { etag: '"v1"' }), apiError(404, 'not_found'));

  expect(await client.getCustomer.safe({ id: '1001' })).toMatchObject({
    ok: true,
    data: maria,
    etag: '"v1"',
  });
  expect(await client.getCustomer.safe({ id: '1' })).toMatchObject({
    ok: false,
    error: 'not_found',
    details: [],
  });
});

test('throws from safe if there is no valid response', async () => {
  const { client } = await clientOf(html(200));

  await expect(client.getCustomer.safe({ id: '1001' })).rejects.toThrow(UnexpectedResponseError);
});

test.each([200, 404, 502])("reports a proxy's error page with status %i", async (status) => {
  const { client } = await clientOf(html(status));

  const error = await thrownBy(client.getCustomer({ id: '1001', ...once }));

  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({
    status,
    message: expect.stringContaining('text/html: <html><h1>Bad Gateway'),
  });
});

test.each([
  ['JSON other than an error body', json(403, { message: 'Forbidden by gateway' })],
  ['an empty error response', empty(503)],
  ['an empty success response', empty(200)],
  ['304 that was not asked for', empty(304)],
])('rejects %s as a response of the API', async (_, step) => {
  const { client } = await clientOf(step);

  await expect(client.getCustomer({ id: '1001', ...once })).rejects.toThrow(UnexpectedResponseError);
});

test('reports a redirect instead of following it', async () => {
  const { client, received } = await clientOf(
    empty(301, { location: 'https://planning.example/v1/customers' }),
  );

  const error = await thrownBy(client.createCustomer({ body: { lastName: 'Schneider' } }));

  expect(error).toMatchObject({
    status: 301,
    message: expect.stringContaining('https://planning.example/v1'),
  });
  expect(received).toHaveLength(1);
});

test('reports a failed connection with its cause', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${await closedPort()}`, apiKey: 'k', ...once });

  const error = await thrownBy(client.getCustomer({ id: '1001' }));

  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    operationId: 'getCustomer',
    status: undefined,
    message: expect.stringMatching(/^getCustomer got no response: .*ECONNREFUSED/),
    cause: expect.any(TypeError),
  });
});

test('reports the code of a cause without a message, as for a host name with two addresses', async () => {
  const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
  const client = createClient({ baseUrl: 'http://localhost', apiKey: 'k', fetch, ...once });

  await expect(client.getCustomer({ id: '1001' })).rejects.toThrow(
    'getCustomer got no response: ECONNREFUSED',
  );
});

test('rejects an incomplete response', async () => {
  const { client } = await clientOf(cutOff);

  await expect(client.getCustomer({ id: '1001', ...once })).rejects.toThrow(ConnectionError);
});

test('rethrows the error of a body that cannot be serialized and sends nothing', async () => {
  const { client, received } = await clientOf(json(201, maria));
  const body = { notes: 1n as unknown as string };

  await expect(client.createCustomer({ body })).rejects.toThrow(TypeError);
  expect(received).toHaveLength(0);
});

test('throws an ApiError for an unknown error code', async () => {
  const { client } = await clientOf(apiError(409, 'customer_is_frozen'));

  await expect(client.getCustomer({ id: '1' })).rejects.toMatchObject({
    status: 409,
    error: 'customer_is_frozen',
  });
});
