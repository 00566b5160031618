import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';
import { filled, numbered, whileProbing } from './support/while-probing.ts';

const part = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 50 }, tilt: { type: 'number' } },
};

const { send, close } = await serveSynthetic({
  addThings: {
    path: '/v1/things',
    maxBodyMiB: 20,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        notes: { type: 'string', maxLength: 10_000 },
        tags: { type: 'array', maxItems: 50, uniqueItems: true, items: { type: 'string' } },
        parts: { type: 'array', maxItems: 200, items: part },
        address: { type: 'object', additionalProperties: false, properties: { city: { type: 'string' } } },
        data: { type: 'object' },
      },
    },
  },
  probe: { path: '/v1/probe' },
});
afterAll(close);

const maxBytes = 20 * 1024 * 1024 - 1024;
/** Below the limit above which a body is rejected before it is parsed. */
const manyValues = 230_000;

const outcomeOf = (rawBody: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  whileProbing(
    () => send('/v1/things', { rawBody, headers }),
    async () => expect((await send('/v1/probe')).status).toBe(200),
  );

const rejected = {
  response: { status: 400, body: { error: expect.stringMatching(/^invalid_(request|json)$/) } },
  inTime: true,
  inMemory: true,
};

/** Bodies near the size limit, created when they are sent. */
const largeBodies: Record<string, () => string> = {
  'unknown fields': () => `{${filled(manyValues, numbered)}}`,
  'the same key': () => `{${filled(manyValues, () => '"x":0')}}`,
  'numbers in a list': () => `{"parts":[${filled(manyValues, () => '0')}]}`,
  'empty objects in a list': () => `{"parts":[${filled(manyValues / 2, () => '{}')}]}`,
  'invalid objects in a list': () => `{"parts":[${filled(manyValues / 2, () => '{"nonsense":1}')}]}`,
  'a list with uniqueItems': () => `{"tags":[${filled(manyValues, (index) => `"${index}"`)}]}`,
  'unknown fields of an object': () => `{"address":{${filled(manyValues, numbered)}}}`,
  'nested lists': () => `${'['.repeat(maxBytes / 2)}${']'.repeat(maxBytes / 2)}`,
  'the digits of a number': () => `{"x":${'9'.repeat(maxBytes)}}`,
  'combining marks of one letter': () => `{"notes":"a${'\u0301\u0316'.repeat(maxBytes / 4)}"}`,
  letters: () => `{"notes":"${'a'.repeat(maxBytes)}"}`,
  'escaped letters': () => `{"notes":"${'\\u0000'.repeat(maxBytes / 6)}"}`,
};

test.each(Object.keys(largeBodies))('rejects a large body in time that consists of %s', async (what) => {
  expect(await outcomeOf(largeBodies[what]?.() ?? '')).toMatchObject(rejected);
});

test('quickly rejects a small compressed body that inflates to a large one', async () => {
  const rawBody = new Uint8Array(gzipSync(`{"parts":[${filled(manyValues, () => '0')}]}`));
  expect(await outcomeOf(rawBody, { 'content-encoding': 'gzip' })).toMatchObject(rejected);
});

const problem = (code: string, message: string) => ({
  response: {
    status: 400,
    body: { error: 'invalid_request', details: [{ in: 'body', path: '', code, message }] },
  },
  inTime: true,
  inMemory: true,
});

describe('in a field of any type', () => {
  const bodyWith = (content: string) => `{"data":{"a":${content}}}`;
  const listsOf = (lists: number, items: number, item: (index: number) => string) =>
    `[${filled(lists, () => `[${filled(items, item)}]`)}]`;
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    ['values in lists', listsOf(600, 1_000, () => '0'), 'values', 'has more than 500,000 values'],
    [
      'values in objects',
      listsOf(300, 1_000, (index) => `{${numbered(index)}}`),
      'values',
      'has more than 500,000 values',
    ],
    ['items', `[${filled(200_000, () => '{}')}]`, 'items', 'has a list with more than 20,000 items'],
    ['levels', listsOf(50, 100, () => nested(60)), 'depth', 'nests deeper than 16 levels'],
  ])('rejects too many %s', async (_what, content, code, message) => {
    expect(await outcomeOf(bodyWith(content))).toMatchObject(problem(code, message));
  });

  test.each([
    ['values', listsOf(200, 1_000, () => '0')],
    ['objects', listsOf(100, 1_000, (index) => `{${numbered(index)}}`)],
    ['items', `[${filled(20_000, () => '0')}]`],
    ['levels', nested(14)],
  ])('accepts many %s without delaying other requests', async (_what, content) => {
    const response = { status: 200 };
    expect(await outcomeOf(bodyWith(content))).toMatchObject({ ...rejected, response });
  });
});

test.each([
  ['one object', (keys: number) => `{${filled(keys, numbered)}}`],
  ['an object after others', (keys: number) => `[{"a":{"b":0}},{${filled(keys, numbered)}}]`],
  ['an object around others', (keys: number) => `{${filled(keys, (index) => `"x${index}":{"a":0}`)}}`],
])('accepts at most 200 keys in an object: %s', async (_what, contentOf) => {
  const bodyWith = (keys: number) => `{"data":{"a":${contentOf(keys)}}}`;
  expect((await send('/v1/things', { rawBody: bodyWith(200) })).status).toBe(200);
  expect(await outcomeOf(bodyWith(201))).toMatchObject(
    problem('keys', 'has an object with more than 200 keys'),
  );
});

test('accepts at most 2,000 different keys', async () => {
  // Texts that are not keys do not count.
  const bodyWith = (keys: number) =>
    `{"data":{"x0":[${filled(keys - 1, (index) => `{"x${index}":"y${index}"},{"x${index}":0}`)}]}}`;
  expect((await send('/v1/things', { rawBody: bodyWith(2_000) })).status).toBe(200);
  expect(await outcomeOf(bodyWith(2_001))).toMatchObject(
    problem('keys', 'has more than 2,000 different keys'),
  );
});

test('rejects a text longer than any contract allows without normalizing it', async () => {
  const bodyWith = (length: number) => JSON.stringify({ data: { a: 'u\u0308'.repeat(length / 2) } });
  expect((await send('/v1/things', { rawBody: bodyWith(160_000) })).status).toBe(200);
  const { body } = await send('/v1/things', { rawBody: bodyWith(160_002) });
  expect(body.details).toMatchObject([{ path: '/data/a', code: 'maxLength' }]);
});

test('normalizes many texts without delaying other requests', async () => {
  const text = 'u\u0308'.repeat(5_000);
  const response = { status: 200 };
  expect(await outcomeOf(JSON.stringify({ data: { a: Array(100).fill(text) } }))).toMatchObject({
    ...rejected,
    response,
  });
});

test('does not count commas, colons and brackets in texts', async () => {
  const data = { text: ',:[{\\"'.repeat(400_000) };
  expect((await send('/v1/things', { body: { data } })).status).toBe(200);
});

test('locates a problem in a body by JSON Pointer', async () => {
  const { body } = await send('/v1/things', { body: { data: { 'a/b~c': ['fine', '\0'] } } });
  expect(body.details).toMatchObject([{ in: 'body', path: '/data/a~1b~0c/1', code: 'text' }]);
});

test('reports the problems of a body of usual size, up to a hundred', async () => {
  const invalidParts = (count: number) =>
    Array.from({ length: count }, () => ({ tilt: 'steep', nonsense: true }));
  const few = await send('/v1/things', { body: { parts: invalidParts(30) } });
  expect(few.body.details?.length).toBe(90);
  const many = await send('/v1/things', { body: { parts: invalidParts(100) } });
  expect(many.body.details?.length).toBe(101);
  expect(many.body.details?.at(-1)).toEqual({
    in: 'body',
    path: '',
    code: 'more',
    message: 'and 200 more problems',
  });
});

test('reports the problems of all items of a large list, up to a hundred', async () => {
  const parts = Array.from({ length: 200 }, (_, index) => ({
    name: 'x'.repeat(50),
    ...(index % 13 === 7 && { tilt: 'steep', nonsense: true }),
  }));
  const { body } = await send('/v1/things', { body: { parts } });
  expect(body.details).toHaveLength(15 * 2);
  expect(body.details?.slice(0, 2)).toMatchObject([
    { in: 'body', path: '/parts/7/nonsense' },
    { in: 'body', path: '/parts/7/tilt' },
  ]);
  expect(body.details?.at(-1)).toMatchObject({ path: '/parts/189/tilt' });
  const all = parts.map((part) => ({ ...part, tilt: 'steep', nonsense: true }));
  const { body: many } = await send('/v1/things', { body: { parts: all } });
  expect(many.details).toHaveLength(101);
  expect(many.details?.at(-1)).toMatchObject({ code: 'more' });
});

test('reports only the first problem of a large item, and of a large body outside its lists', async () => {
  const large = {
    name: 'x',
    ...Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`field${index}`, 'x'.repeat(100)])),
  };
  const { body } = await send('/v1/things', {
    body: { parts: [large, { name: 'x' }, { tilt: 'steep', name: 'y' }] },
  });
  expect(body.details).toMatchObject([{ path: '/parts/0/field0' }, { path: '/parts/2/tilt' }]);
  const outside = await send('/v1/things', { body: { ...large, parts: [{ tilt: 'steep' }] } });
  expect(outside.body.details).toHaveLength(1);
});
