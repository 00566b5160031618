import { Writable } from 'node:stream';
import type { Scope } from '@pv-planning/contract';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { conflict, contractApi, type Handlers } from '../src/index.ts';
import { backendOf } from './support/backend.ts';
import { operationLike } from './support/operation.ts';
import { serve } from './support/serve.ts';

const thing = operationLike({ path: '/v1/things/{id}', scope: 'write:customers', idempotent: true });

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** Creates a thing that is read elsewhere than below this path. */
const nextThing = { ...thing, path: '/v1/things/{id}/next', location: '/v1/things/{id}' };
const partOfThing = {
  ...thing,
  path: '/v1/things/{id}/parts',
  location: '/v1/things/{id}/parts/{partId}',
};

const creation = (operationId: string) => ({
  post: {
    operationId,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, ...json({ $ref: '#/components/schemas/Thing' }) },
    responses: { 201: { description: 'created', ...json({ type: 'object' }) } },
  },
});

/** One operation that takes `{ size: 1…10 }` and answers `{ size: number }`. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    [thing.path]: {
      post: {
        operationId: 'changeThing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'at', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Thing' }) },
        responses: { 200: { description: 'changed', ...json({ $ref: '#/components/schemas/Thing' }) } },
      },
    },
    [nextThing.path]: creation('createNextThing'),
    [partOfThing.path]: creation('createPart'),
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        additionalProperties: false,
        required: ['size'],
        properties: { size: { type: 'integer', minimum: 1, maximum: 10 } },
      },
    },
  },
};

const scopesOfKeys: Record<string, Scope[]> = {
  writer: ['read:customers', 'write:customers'],
  reader: ['read:customers'],
};

const backend = backendOf(async (key) => {
  const scopes = scopesOfKeys[key];
  return scopes ? { companyId: '1', keyId: key, scopes: new Set(scopes) } : null;
});

let answer: () => { status: number; body: unknown } = () => ({ status: 200, body: { size: 1 } });
const created = async () => ({ status: 201, body: { id: 'b/2' } });
const handlers = {
  changeThing: async () => answer(),
  createNextThing: created,
  createPart: created,
} as unknown as Handlers<string>;
const log: string[] = [];
const logger = pino(
  new Writable({
    write(line, _encoding, done) {
      log.push(String(line));
      done();
    },
  }),
);
const { router, warmUp } = contractApi({
  document,
  operations: { changeThing: thing, createNextThing: nextThing, createPart: partOfThing },
  handlers,
  backend,
  requestsPerMinute: 0,
  validateResponses: true,
});
await warmUp();
const { url: base, close } = await serve(router, logger);

afterAll(close);

function send(
  path: string,
  { key = 'writer', body = '{"size":1}', type = 'application/json', method = 'POST' } = {},
) {
  return fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': type, 'x-request-id': 'test-1' },
    ...(method === 'GET' ? {} : { body }),
  });
}

async function call(...request: Parameters<typeof send>) {
  const response = await send(...request);
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; details?: unknown[] },
  };
}

describe('each check comes before the next', () => {
  const huge = JSON.stringify({ size: 'x'.repeat(2 * 1024 * 1024) });
  test.each([
    ['the route before the key', '/v1/nothing', { key: 'unknown' }, 'not_found'],
    ['the method before the key', '/v1/things/1', { key: 'unknown', method: 'GET' }, 'method_not_allowed'],
    [
      'the key before the scope and the body',
      '/v1/things/1',
      { key: 'unknown', body: huge },
      'invalid_api_key',
    ],
    ['the scope before the body', '/v1/things/1', { key: 'reader', body: huge }, 'insufficient_scope'],
    [
      'the size before the media type',
      '/v1/things/1',
      { body: huge, type: 'text/plain' },
      'payload_too_large',
    ],
    [
      'the media type before the JSON',
      '/v1/things/1',
      { body: '{', type: 'text/plain' },
      'unsupported_media_type',
    ],
    ['the JSON before the contract', '/v1/things/1?nothing=1', { body: '{' }, 'invalid_json'],
  ])('%s', async (_name, path, options, code) => {
    expect((await call(path, options)).body.error).toBe(code);
  });
});

test('every mistake in the body is named', async () => {
  const { status, body } = await call('/v1/things/1', { body: '{"size":11,"color":"red"}' });
  expect(status).toBe(400);
  expect(body.details).toEqual([
    { in: 'body', path: '/color', code: 'additionalProperties', message: expect.any(String) },
    { in: 'body', path: '/size', code: 'maximum', message: 'must be <= 10' },
  ]);
});

test.each([
  ['/v1/things/1/next', '/v1/things/b%2F2'],
  ['/v1/things/1/parts', '/v1/things/1/parts/b%2F2'],
])('what %s creates is found at %s', async (path, location) => {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: 'Bearer writer', 'content-type': 'application/json' },
    body: '{"size":1}',
  });
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({
    status: 201,
    location,
  });
});

test('a time in the query needs no percent signs', async () => {
  expect((await call('/v1/things/1?at=2026-03-02T08:00:00Z')).status).toBe(200);
});

test('a media type with parameters is JSON all the same', async () => {
  expect((await call('/v1/things/1', { type: 'application/json; charset=utf-8; x=1' })).status).toBe(200);
});

test('an answer that breaks the contract becomes a 500 that says nothing of the inside', async () => {
  answer = () => ({ status: 200, body: { size: 99 } });
  const { status, body } = await call('/v1/things/1');
  answer = () => ({ status: 200, body: { size: 1 } });
  expect(status).toBe(500);
  expect(body).toEqual({ error: 'internal_error', message: expect.stringContaining('test-1') });
  expect(log.some((line) => line.includes('must be <= 10'))).toBe(true);
});

test('a refusal that breaks the contract becomes such a 500 too', async () => {
  answer = () => {
    throw conflict('version_conflict', { headers: { 'Retry-After': '7' } });
  };
  const response = await send('/v1/things/1');
  answer = () => ({ status: 200, body: { size: 1 } });
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('retry-after')).toBeNull();
  expect(await response.json()).toEqual({
    error: 'internal_error',
    message: expect.stringContaining('test-1'),
  });
  expect(log.some((line) => line.includes("no schema defined for status code '409'"))).toBe(true);
});

test('the log has one line a request, without keys and bodies', async () => {
  log.length = 0;
  await call('/v1/things/1?at=2026-03-02T08:00:00Z');
  await expect.poll(() => log.length).toBe(1);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    requestId: 'test-1',
    operationId: 'changeThing',
    companyId: '1',
    keyId: 'writer',
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(log[0]).not.toMatch(/Bearer|size|2026-03-02/);
});

test('a handler that ignores If-Match where the contract takes it fails instead of overwriting', async () => {
  const stale = { ...thing, ifMatch: true };
  const api = contractApi({
    document,
    operations: { changeThing: stale },
    handlers,
    backend,
    requestsPerMinute: 0,
    validateResponses: false,
  });
  const own = await serve(api.router, logger);
  onTestFinished(own.close);
  const change = (headers: Record<string, string>) =>
    fetch(`${own.url}/v1/things/1`, {
      method: 'POST',
      headers: { authorization: 'Bearer writer', 'content-type': 'application/json', ...headers },
      body: '{"size":1}',
    });
  expect((await change({})).status).toBe(200);
  expect((await change({ 'if-match': '"old"' })).status).toBe(500);
});
