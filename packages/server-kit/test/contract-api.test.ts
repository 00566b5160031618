import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiErrors, rateLimited } from '../src/index.ts';
import { kitErrors } from './support/kit-errors.ts';
import { type SendOptions, serveSynthetic } from './support/serve-synthetic.ts';

const thing = {
  type: 'object',
  additionalProperties: false,
  required: ['size'],
  properties: { size: { type: 'integer', minimum: 1, maximum: 10 } },
};

/** Returns the body of the next responses of `changeThing`. */
let responseBody = (): unknown => ({ size: 1 });
const created = async () => ({ status: 201, body: { id: 'b/2' } });

const api = await serveSynthetic({
  changeThing: {
    path: '/v1/things/{id}',
    scope: 'change',
    query: { at: { type: 'string', format: 'date-time' } },
    body: thing,
    result: thing,
    handle: async () => ({ status: 200, body: responseBody() }),
  },
  createNextThing: {
    path: '/v1/things/{id}/next',
    location: '/v1/things/{id}',
    body: thing,
    status: 201,
    handle: created,
  },
  createPart: {
    path: '/v1/things/{id}/parts',
    location: '/v1/things/{id}/parts/{partId}',
    body: thing,
    status: 201,
    handle: created,
  },
});
await api.warmUp();

afterAll(api.close);

const send = (path: string, options: SendOptions = {}) =>
  api.send(path, {
    rawBody: '{"size":1}',
    ...options,
    headers: { 'x-request-id': 'test-1', ...options.headers },
  });

describe('checks', () => {
  const huge = JSON.stringify({ size: 'x'.repeat(2 * 1024 * 1024) });
  const text = { 'content-type': 'text/plain' };
  const withoutScope = { 'x-without-scope': 'change' };
  test.each([
    ['the route before the caller', '/v1/nothing', { caller: null }, 'not_found'],
    ['the method before the caller', '/v1/things/1', { caller: null, method: 'PUT' }, 'method_not_allowed'],
    [
      'the caller before the scope and the body',
      '/v1/things/1',
      { caller: null, headers: withoutScope, rawBody: huge },
      'unknown_caller',
    ],
    [
      'the scope before the body',
      '/v1/things/1',
      { headers: withoutScope, rawBody: huge },
      'insufficient_scope',
    ],
    ['the size before the media type', '/v1/things/1', { rawBody: huge, headers: text }, 'payload_too_large'],
    [
      'the media type before the JSON',
      '/v1/things/1',
      { rawBody: '{', headers: text },
      'unsupported_media_type',
    ],
    ['the JSON before the contract', '/v1/things/1?nothing=1', { rawBody: '{' }, 'invalid_json'],
    ['the contract before the id', `/v1/things/${'1'.repeat(65)}`, { rawBody: '{}' }, 'invalid_request'],
    ['the id before the handler', `/v1/things/${'1'.repeat(65)}`, {}, 'not_found'],
  ])('%s', async (_name, path, options: SendOptions, code) => {
    expect((await send(path, options)).body.error).toBe(code);
  });
});

test('counts a request before it checks the scope, and returns the rate limit with every later response', async () => {
  const { send, close } = await serveSynthetic(
    { getThing: { path: '/v1/thing', scope: 'read' } },
    { requestsPerMinute: 2 },
  );
  onTestFinished(close);
  const responses = [
    await send('/v1/thing', { headers: { 'x-without-scope': 'read' } }),
    await send('/v1/thing?nothing=1'),
    await send('/v1/thing', { headers: { 'x-without-scope': 'read' } }),
    await send('/v1/thing', { caller: 'bea' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([403, 400, 429, 200]);
  expect(responses.map(({ headers }) => headers.get('ratelimit')?.split(';')[1])).toEqual([
    'r=1',
    'r=0',
    'r=0',
    'r=1',
  ]);
});

test('reports all violated rules of a body', async () => {
  const { status, body } = await send('/v1/things/1', { rawBody: '{"size":11,"color":"red"}' });
  expect(status).toBe(400);
  expect(body.details).toEqual([
    { in: 'body', path: '/color', code: 'additionalProperties', message: expect.any(String) },
    { in: 'body', path: '/size', code: 'maximum', message: 'must be <= 10' },
  ]);
});

test.each([
  ['/v1/things/1/next', '/v1/things/b%2F2'],
  ['/v1/things/1/parts', '/v1/things/1/parts/b%2F2'],
])('returns the location of a created record: %s creates %s', async (path, location) => {
  const { status, headers } = await send(path);
  expect({ status, location: headers.get('location') }).toEqual({ status: 201, location });
});

test('accepts unencoded colons in a query', async () => {
  expect((await send('/v1/things/1?at=2026-03-02T08:00:00Z')).status).toBe(200);
});

test('accepts a media type with parameters', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8; x=1' };
  expect((await send('/v1/things/1', { headers })).status).toBe(200);
});

/** Replaces the response body until the end of the test. */
function respondWith(body: () => unknown): void {
  const usual = responseBody;
  responseBody = body;
  onTestFinished(() => {
    responseBody = usual;
  });
}

const internalError = { error: 'internal_error', message: 'Fault test-1.' };

test('replaces a response that violates the contract with a 500 without internal information', async () => {
  respondWith(() => ({ size: 99 }));
  expect(await send('/v1/things/1')).toMatchObject({ status: 500, body: internalError });
  expect(api.lines.some((line) => line.includes('must be <= 10'))).toBe(true);
});

test('replaces an error whose code the contract does not define with a 500', async () => {
  const { conflict } = apiErrors({ ...kitErrors, teapot: { status: 409, message: 'Short and stout.' } });
  respondWith(() => {
    throw conflict('teapot', { headers: { 'Retry-After': '7' } });
  });
  const { status, headers, body } = await send('/v1/things/1');
  expect({ status, body }).toEqual({ status: 500, body: internalError });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('retry-after')).toBeNull();
  expect(api.lines.some((line) => line.includes('does not define the error code teapot'))).toBe(true);
});

test.each([true, false])(
  'replaces an error whose code the operation does not list with a 500 (response validation: %s)',
  async (validateResponses) => {
    const operation = {
      errors: ['not_found', 'internal_error'],
      handle: () => Promise.reject(rateLimited(7, 'with this key')),
    };
    const things = { getThing: { path: '/v1/thing', ...operation } };
    const { send, close, lines } = await serveSynthetic(things, { validateResponses });
    onTestFinished(close);
    const { status, headers, body } = await send('/v1/thing');
    expect([status, body.error, headers.get('retry-after')]).toEqual([500, 'internal_error', null]);
    expect(lines.some((line) => line.includes('does not list the error code rate_limited'))).toBe(true);
  },
);

test('replaces an error whose status the operation does not define with a 500', async () => {
  const { send, close, lines } = await serveSynthetic({
    getThing: {
      path: '/v1/thing',
      errorStatuses: [401, 404],
      handle: () => Promise.reject(rateLimited(7, 'with this key')),
    },
  });
  onTestFinished(close);
  const { status, headers } = await send('/v1/thing');
  expect([status, headers.get('retry-after')]).toEqual([500, null]);
  expect(lines.some((line) => line.includes('has no response with the status 429'))).toBe(true);
});

test('replaces a response whose status the operation does not define with a 500', async () => {
  const { send, close, lines } = await serveSynthetic({
    getThing: { path: '/v1/thing', handle: async () => ({ status: 418, body: {} }) },
  });
  onTestFinished(close);
  expect((await send('/v1/thing')).status).toBe(500);
  expect(lines.some((line) => line.includes('has no response with the status 418'))).toBe(true);
});

test('logs one line per request, with the fields of the caller, without body and query', async () => {
  api.lines.length = 0;
  await send('/v1/things/1?at=2026-03-02T08:00:00Z');
  await expect.poll(() => api.lines.length).toBe(1);
  expect(JSON.parse(api.lines[0] ?? '')).toMatchObject({
    requestId: 'test-1',
    operationId: 'changeThing',
    caller: 'anna',
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(api.lines[0]).not.toMatch(/size|2026-03-02/);
});

test('stops the warm-up when the signal is aborted', async () => {
  const missing = { $ref: '#/components/schemas/Missing' };
  const { warmUp, close } = await serveSynthetic({ changeThing: { path: '/v1/thing', body: missing } });
  onTestFinished(close);
  await expect(warmUp()).rejects.toThrow('Missing');
  await expect(warmUp(AbortSignal.abort())).resolves.toBeUndefined();
});

test('returns 500 if a handler ignores If-Match', async () => {
  const { send, close } = await serveSynthetic({
    changeThing: { path: '/v1/thing', body: thing, ifMatch: true },
  });
  onTestFinished(close);
  expect((await send('/v1/thing', { body: { size: 1 } })).status).toBe(200);
  const headers = { 'if-match': '"old"' };
  expect((await send('/v1/thing', { body: { size: 1 }, headers })).status).toBe(500);
});
