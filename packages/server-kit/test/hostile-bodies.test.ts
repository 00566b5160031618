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

const mostBytes = 20 * 1024 * 1024 - 1024;
/** Many, but not so many that they are counted and refused before anything is made of them. */
const mostValues = 230_000;

const outcomeOf = (rawBody: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  whileProbing(
    () => send('/v1/things', { rawBody, headers }),
    async () => expect((await send('/v1/probe')).status).toBe(200),
  );

const refused = {
  answer: { status: 400, body: { error: expect.stringMatching(/^invalid_(request|json)$/) } },
  inTime: true,
  inMemory: true,
};

/** What a body can be stuffed with; made when it is sent. */
const stuffed: Record<string, () => string> = {
  'names that are no fields': () => `{${filled(mostValues, numbered)}}`,
  'one name again and again': () => `{${filled(mostValues, () => '"x":0')}}`,
  'numbers in a list': () => `{"parts":[${filled(mostValues, () => '0')}]}`,
  'empty objects in a list': () => `{"parts":[${filled(mostValues / 2, () => '{}')}]}`,
  'wrong objects in a list': () => `{"parts":[${filled(mostValues / 2, () => '{"nonsense":1}')}]}`,
  'a list of which no two may be alike': () => `{"tags":[${filled(mostValues, (index) => `"${index}"`)}]}`,
  'names in an object that are no fields': () => `{"address":{${filled(mostValues, numbered)}}}`,
  depth: () => `${'['.repeat(mostBytes / 2)}${']'.repeat(mostBytes / 2)}`,
  'a number of many digits': () => `{"x":${'9'.repeat(mostBytes)}}`,
  'marks on one letter': () => `{"notes":"a${'\u0301\u0316'.repeat(mostBytes / 4)}"}`,
  letters: () => `{"notes":"${'a'.repeat(mostBytes)}"}`,
  'escaped letters': () => `{"notes":"${'\\u0000'.repeat(mostBytes / 6)}"}`,
};

test.each(Object.keys(stuffed))('what is stuffed to the limit with %s is refused soon', async (what) => {
  expect(await outcomeOf(stuffed[what]?.() ?? '')).toMatchObject(refused);
});

test('a few hundred bytes that inflate to a large body are refused as soon', async () => {
  const rawBody = new Uint8Array(gzipSync(`{"parts":[${filled(mostValues, () => '0')}]}`));
  expect(await outcomeOf(rawBody, { 'content-encoding': 'gzip' })).toMatchObject(refused);
});

describe('where the contract leaves open what stands there', () => {
  const stuffings: Record<string, (values: number) => string> = {
    'one list': (values) => `[${filled(values, () => '0')}]`,
    'many lists': (values) => `[${filled(values / 2, () => '[]')}]`,
    'objects that no two are alike': (values) => `[${filled(values / 2, (index) => `{${numbered(index)}}`)}]`,
  };
  const bodyWith = (what: string, values: number) => `{"data":{"a":${stuffings[what]?.(values)}}}`;

  test.each(Object.keys(stuffings))('%s is refused when there is too much of it', async (what) => {
    const details = [{ in: 'body', path: '', code: 'values', message: 'has more than 500,000 values' }];
    const answer = { status: 400, body: { error: 'invalid_request', details } };
    expect(await outcomeOf(bodyWith(what, 1_010_000))).toMatchObject({ ...refused, answer });
  });

  test.each(Object.keys(stuffings))('%s that is long holds nobody up', async (what) => {
    const answer = { status: 200 };
    expect(await outcomeOf(bodyWith(what, mostValues))).toMatchObject({ ...refused, answer });
  });
});

test.each([
  ['one object', (keys: number) => `{${filled(keys, numbered)}}`],
  ['an object after others', (keys: number) => `[{"a":{"b":0}},{${filled(keys, numbered)}}]`],
  ['an object around others', (keys: number) => `{${filled(keys, (index) => `"x${index}":{"a":0}`)}}`],
])('a thousand keys are the most of any object: %s', async (_what, stuffingOf) => {
  const bodyWith = (keys: number) => ({ rawBody: `{"data":{"a":${stuffingOf(keys)}}}` });
  expect((await send('/v1/things', bodyWith(1_000))).status).toBe(200);
  const details = [
    { in: 'body', path: '', code: 'keys', message: 'has an object with more than 1,000 keys' },
  ];
  expect(await send('/v1/things', bodyWith(1_001))).toMatchObject({ status: 400, body: { details } });
  expect(await outcomeOf(bodyWith(480_000).rawBody)).toMatchObject(refused);
});

test('commas, colons and brackets in a text are no values and no keys', async () => {
  const data = { text: ',:[{\\"'.repeat(400_000) };
  expect((await send('/v1/things', { body: { data } })).status).toBe(200);
});

test('the place of what is wrong in a body is a JSON Pointer', async () => {
  const { body } = await send('/v1/things', { body: { data: { 'a/b~c': ['fine', '\0'] } } });
  expect(body.details).toMatchObject([{ in: 'body', path: '/data/a~1b~0c/1', code: 'text' }]);
});

test('what is wrong with a body of usual size is told altogether', async () => {
  const parts = Array.from({ length: 30 }, () => ({ tilt: 'steep', nonsense: true }));
  const { body } = await send('/v1/things', { body: { parts } });
  expect(body.details?.length).toBeGreaterThan(60);
});

test('what is wrong with a large body is told as far as the first thing', async () => {
  const parts = Array.from({ length: 200 }, () => ({ name: 'x'.repeat(60), tilt: 'steep', nonsense: true }));
  const { body } = await send('/v1/things', { body: { parts } });
  expect(body.details).toHaveLength(1);
});
