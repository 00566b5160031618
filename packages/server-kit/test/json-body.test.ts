import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

const thing = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string' }, size: { type: 'number' } },
};

const { url, send, close } = await serveSynthetic({
  changeThing: {
    path: '/v1/things/{id}',
    body: thing,
    handle: async ({ body }) => ({ status: 200, body }),
  },
  removeThing: {
    path: '/v1/things/{id}',
    method: 'DELETE',
    readOnly: false,
    status: 204,
    handle: async () => ({ status: 204, body: undefined }),
  },
  approveThing: {
    path: '/v1/things/{id}/approve',
    body: thing,
    optionalBody: true,
    handle: async ({ body }) => ({ status: 200, body }),
  },
  addThings: { path: '/v1/things', body: thing, maxBodyMiB: 3 },
});
afterAll(close);

const path = '/v1/things/1';
const mebibyte = 1024 * 1024;

/** JSON, padded with spaces to a length in bytes. */
function padded(bytes: number): string {
  const text = '{"name":"Süd"}';
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

const gzipped = (text: string) => new Uint8Array(gzipSync(text));
const inGzip = { 'content-encoding': 'gzip' };

test.each([
  ['truncated', '{"name": "A"'],
  ['trailing comma', '{"name": "A",}'],
  ['single quotes', "{'name': 'A'}"],
  ['not a JSON value', 'undefined'],
  ['NaN', '{"size": NaN}'],
  ['comment', '{} // nothing'],
  ['two values', '{}{}'],
  ['unescaped line break', '{"name": "a\nb"}'],
  ['empty', ''],
  ['only whitespace', '  \n '],
  ['a form', 'name=Maria'],
])('rejects a body that is not JSON: %s', async (_what, rawBody) => {
  const { status, body } = await send(path, { rawBody, method: 'POST' });
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_json' });
  expect(body.details).toMatchObject([{ in: 'body', path: '' }]);
});

test('reports a missing body before its missing content type', async () => {
  const { status, body } = await send(path, { method: 'POST' });
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_json' });
  expect(body.details).toMatchObject([{ in: 'body', path: '', message: 'it is empty; send at least {}' }]);
});

test.each(['ff', 'c0af', 'eda080', 'fc6c6c'])('rejects bytes that are not UTF-8: %s', async (hex) => {
  const bytes = Buffer.concat([Buffer.from('{"name": "'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);
  const { status, body } = await send(path, { rawBody: new Uint8Array(bytes) });
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_json' });
});

test('accepts a byte order mark', async () => {
  expect((await send(path, { rawBody: '\uFEFF{"name":"Maße"}' })).body).toEqual({ name: 'Maße' });
});

test.each([
  [path, 1],
  ['/v1/things', 3],
])('%s rejects bodies of more than %d MiB: plain, compressed, chunked or not JSON', async (target, limit) => {
  const large = padded(limit * mebibyte + 1);
  for (const [what, options] of Object.entries({
    plain: { rawBody: large },
    'not JSON': { rawBody: 'x'.repeat((limit + 2) * mebibyte) },
    compressed: { rawBody: gzipped(large), headers: inGzip },
  })) {
    const { status, body } = await send(target, options);
    expect({ what, status, error: body.error }).toEqual({ what, status: 413, error: 'payload_too_large' });
  }
  const headers = { 'x-caller': 'anna', 'content-type': 'application/json' };
  const chunks = Array<string>(20).fill('x'.repeat((limit * mebibyte) / 10));
  expect(await rawRequest(url, { path: target, headers, chunks })).toBe(413);
});

test('accepts a body of 1 MiB, also compressed, and a body in chunks', async () => {
  const whole = padded(mebibyte);
  expect(await send(path, { rawBody: whole })).toMatchObject({ status: 200, body: { name: 'Süd' } });
  expect(await send(path, { rawBody: gzipped(whole), headers: inGzip })).toMatchObject({
    status: 200,
    body: { name: 'Süd' },
  });
  const headers = { 'x-caller': 'anna', 'content-type': 'application/json' };
  const bytes = Buffer.from('{"name":"Süd"}');
  const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(await rawRequest(url, { path, headers, chunks })).toBe(200);
});

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  'application/jsonx',
  'json',
  '',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  '*/*',
])('rejects the content type "%s"', async (type) => {
  // fetch would add a content type to a string.
  const rawBody = new TextEncoder().encode('{}');
  const { status, body } = await send(path, { rawBody, headers: { 'content-type': type } });
  expect({ status, ...body }).toEqual({
    status: 415,
    error: 'unsupported_media_type',
    message: `No to "Content-Type: ${type}".`,
  });
});

test('rejects a body without a content type or with an unsupported encoding', async () => {
  expect(await rawRequest(url, { path, headers: { 'x-caller': 'anna' }, chunks: ['{}'] })).toBe(415);
  for (const encoding of ['compress', 'zstd', 'gzip, gzip']) {
    const { status, body } = await send(path, { rawBody: '{}', headers: { 'content-encoding': encoding } });
    expect([status, body.message]).toEqual([415, `No to "Content-Encoding: ${encoding}".`]);
  }
});

test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ; charset=UTF-8; x=y'])(
  'accepts the content type "%s"',
  async (type) => {
    expect((await send(path, { rawBody: '{}', headers: { 'content-type': type } })).status).toBe(200);
  },
);

test('rejects a truncated compressed body', async () => {
  const rawBody = gzipped(padded(1000)).subarray(0, 30);
  expect((await send(path, { rawBody, headers: inGzip })).status).toBe(400);
});

test('rejects infinite numbers, unknown fields and deep nesting', async () => {
  for (const rawBody of [
    '{"size": 1e400}',
    '{"__proto__": {"name": "A"}}',
    '{"constructor": {"prototype": {}}}',
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  ]) {
    const text = rawBody.slice(0, 40);
    const { status, body } = await send(path, { rawBody });
    expect({ text, status, error: body.error }).toEqual({ text, status: 400, error: 'invalid_request' });
  }
});

test('responds with JSON regardless of Accept', async () => {
  for (const accept of ['text/html', 'application/xml', 'nonsense', '*/*;q=0', 'image/*']) {
    const { status, headers } = await send(path, { rawBody: '{}', headers: { accept } });
    expect({ accept, status }).toEqual({ accept, status: 200 });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test.each([
  ['fields', '{"name":"A"}'],
  ['a list', '[{}]'],
  ['not JSON', 'nonsense'],
  ['2 MiB', 'x'.repeat(2 * mebibyte)],
])('an operation without a body rejects one: %s', async (_what, rawBody) => {
  for (const type of ['application/json', 'text/plain']) {
    const headers = { 'content-type': type };
    const { status, body } = await send(path, { method: 'DELETE', rawBody, headers });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' });
    expect(body.details).toMatchObject([{ in: 'body', path: '', code: 'unexpected_body' }]);
  }
});

test('an operation without a body rejects one with an unsupported encoding with 415', async () => {
  for (const rawBody of ['{}', '{"name":"A"}']) {
    const headers = { 'content-encoding': 'x' };
    const { status, body } = await send(path, { method: 'DELETE', rawBody, headers });
    expect([status, body.message]).toEqual([415, 'No to "Content-Encoding: x".']);
  }
});

test.each(['', ' \n', '{}', '{ }\n', '[]', 'null'])(
  'an operation without a body accepts an empty one: "%s"',
  async (rawBody) => {
    expect((await send(path, { method: 'DELETE', rawBody })).status).toBe(204);
  },
);

test('rejects a large body of an operation without one before it has arrived', async () => {
  const headers = { 'x-caller': 'anna', 'content-length': '5000000' };
  expect(await rawRequest(url, { method: 'DELETE', path, headers, chunks: ['{'] })).toBe(400);
});

describe('an optional body', () => {
  const approve = '/v1/things/1/approve';

  test.each(['', ' \n', '{}', '[]', 'null'])(
    'is absent if it is "%s", whatever its content type',
    async (rawBody) => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const response = await send(approve, { rawBody, headers: { 'content-type': type } });
        expect(response).toMatchObject({ status: 200, body: {} });
      }
    },
  );

  test('may be missing, with and without a content type, also in chunks', async () => {
    expect(await send(approve, { method: 'POST' })).toMatchObject({ status: 200, body: {} });
    const caller = { 'x-caller': 'anna' };
    for (const headers of [caller, { ...caller, 'content-type': 'application/json' }]) {
      const announced = { ...headers, 'content-length': '0' };
      expect(await rawRequest(url, { path: approve, headers: announced, chunks: [] })).toBe(200);
      const chunked = { ...headers, 'transfer-encoding': 'chunked' };
      expect(await rawRequest(url, { path: approve, headers: chunked, chunks: [] })).toBe(200);
    }
  });

  test('is validated if there is one', async () => {
    expect(await send(approve, { body: { name: 'A' } })).toMatchObject({ status: 200, body: { name: 'A' } });
    expect(await send(approve, { body: { colour: 'red' } })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: [{ in: 'body', path: '/colour' }] },
    });
    expect((await send(approve, { rawBody: '{"name"' })).body.error).toBe('invalid_json');
    const headers = { 'content-type': 'text/plain' };
    expect((await send(approve, { rawBody: '{"name":"A"}', headers })).status).toBe(415);
    expect((await send(approve, { rawBody: padded(mebibyte + 1) })).status).toBe(413);
  });
});
