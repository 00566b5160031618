import { gzipSync } from 'node:zlib';
import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { pathOf, sampleBody } from './support/api-client.ts';
import { operationIds } from './support/contract-document.ts';
import { rawRequest } from './support/raw-request.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.story.api;
const { key } = await api.story.newKey('*');

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);
const withoutBody = operationIds.filter(
  (operationId) => !operations[operationId].hasBody && operations[operationId].method !== 'GET',
);

const mebibyte = 1024 * 1024;

/** The JSON of a body, filled up with blanks to a length in bytes. */
function padded(body: object, bytes: number): string {
  const text = JSON.stringify(body);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

const malformed: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'cut off': '{"name": "A"',
  'a comma too many': '{"name": "A",}',
  'single quotes': "{'name': 'A'}",
  'no JSON value': 'undefined',
  'no number': '{"tilt": NaN}',
  'a comment': '{} // nothing',
  'two values': '{}{}',
  'a bare line break': '{"notes": "a\nb"}',
  nothing: '',
  'blanks alone': '  \n ',
  'a form': 'firstName=Maria',
};

describe.each(withBody)('%s', (operationId) => {
  const { status: success, method, maxBodyMiB } = operations[operationId];
  const body = () => sampleBody(operationId) ?? {};

  test.each(Object.keys(malformed))('refuses a body that is no JSON: %s', async (what) => {
    const { status, error, details } = await sample(operationId, { rawBody: malformed[what] ?? '' });
    expect({ status, error }).toEqual({ status: 400, error: 'invalid_json' });
    expect(details).toMatchObject([{ in: 'body', path: '' }]);
  });

  test(`refuses a body of more than ${maxBodyMiB} MiB, however it is sent`, async () => {
    const large = padded(body(), maxBodyMiB * mebibyte + 1);
    const gzipped = new Uint8Array(gzipSync(large));
    for (const [what, options] of Object.entries({
      plain: { rawBody: large },
      'no JSON': { rawBody: 'x'.repeat((maxBodyMiB + 2) * mebibyte) },
      compressed: { rawBody: gzipped, headers: { 'Content-Encoding': 'gzip' } },
    })) {
      const { status, error } = await sample(operationId, options);
      expect({ what, status, error }).toEqual({ what, status: 413, error: 'payload_too_large' });
    }
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const chunks = Array<string>(20).fill('x'.repeat((maxBodyMiB * mebibyte) / 10));
    expect((await rawRequest(api.url, { method, path: pathOf(operationId), headers, chunks })).status).toBe(
      413,
    );
  });

  test('takes a body of 1 MiB, also compressed or in pieces', async () => {
    const whole = () => padded(body(), mebibyte);
    expect((await sample(operationId, { rawBody: whole() })).status).toBe(success);
    const gzipped = new Uint8Array(gzipSync(whole()));
    expect(
      (await sample(operationId, { rawBody: gzipped, headers: { 'Content-Encoding': 'gzip' } })).status,
    ).toBe(success);
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const chunks =
      Buffer.from(JSON.stringify(body()))
        .toString('latin1')
        .match(/.{1,7}/gs)
        ?.map((part) => Buffer.from(part, 'latin1')) ?? [];
    expect((await rawRequest(api.url, { method, path: pathOf(operationId), headers, chunks })).status).toBe(
      success,
    );
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
  ])('refuses the content type "%s"', async (type) => {
    const rawBody = new TextEncoder().encode(JSON.stringify(body()));
    const { status, error } = await sample(operationId, { rawBody, headers: { 'Content-Type': type } });
    expect({ status, error }).toEqual({ status: 415, error: 'unsupported_media_type' });
  });

  test('refuses a body without a content type, or with a coding that it does not know', async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const chunks = [JSON.stringify(body())];
    expect((await rawRequest(api.url, { method, path: pathOf(operationId), headers, chunks })).status).toBe(
      415,
    );
    for (const coding of ['compress', 'zstd', 'gzip, gzip']) {
      const coded = { 'Content-Encoding': coding };
      expect((await sample(operationId, { body: body(), headers: coded })).status).toBe(415);
    }
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ; charset=UTF-8; x=y'])(
    'takes the content type "%s"',
    async (type) => {
      expect((await sample(operationId, { body: body(), headers: { 'Content-Type': type } })).status).toBe(
        success,
      );
    },
  );

  test('refuses a compressed body that is damaged', async () => {
    const damaged = new Uint8Array(gzipSync(JSON.stringify(body())).subarray(0, 30));
    const { status } = await sample(operationId, {
      rawBody: damaged,
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(status).toBe(400);
  });

  test('refuses numbers beyond all and names that are no fields', async () => {
    for (const text of [
      '{"tilt": 1e400}',
      '{"__proto__": {"name": "A"}}',
      '{"constructor": {"prototype": {}}}',
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    ]) {
      const { status, error } = await sample(operationId, { rawBody: text });
      expect({ text: text.slice(0, 40), status, error }).toEqual({
        text: text.slice(0, 40),
        status: 400,
        error: 'invalid_request',
      });
    }
  });

  test('answers JSON whatever is accepted', async () => {
    for (const accept of ['text/html', 'application/xml', 'nonsense', '*/*;q=0', 'image/*']) {
      const { status, headers } = await sample(operationId, { body: body(), headers: { Accept: accept } });
      expect(status).toBe(success);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });
});

test.each(withoutBody)('%s ignores a body', async (operationId) => {
  const params = { id: '987654321', roofId: '987654321' };
  for (const headers of [{ 'Content-Type': 'application/json' }, { 'Content-Type': 'text/plain' }]) {
    expect((await sample(operationId, { params, rawBody: 'nonsense', headers })).status).toBe(404);
  }
});

test('a byte order mark does no harm', async () => {
  const named = await api.story.api.send('POST', '/v1/customers', { rawBody: '\uFEFF{"lastName": "Maße"}' });
  expect([201, 400]).toContain(named.status);
});

test.each(['ff', 'c0af', 'eda080', 'fc6c6c'])('bytes that are no UTF-8 are refused: %s', async (hex) => {
  const bytes = Buffer.concat([Buffer.from('{"lastName": "'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);
  const { status, error } = await api.story.api.send('POST', '/v1/customers', {
    rawBody: new Uint8Array(bytes),
  });
  expect({ status, error }).toEqual({ status: 400, error: 'invalid_json' });
});
