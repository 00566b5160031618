import { gzipSync } from 'node:zlib';
import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { bodySchemaOf, operationIds, resolved, type Schema } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.story.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);

const mebibyte = 1024 * 1024;

/** A part again and again, as many bytes of it as a body may have. */
function filled(most: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let [index, bytes] = [0, 0]; bytes < most; index += 1) {
    const next = part(index);
    parts.push(next);
    bytes += next.length + 1;
  }
  return parts.join(',');
}

const numbered = (index: number) => `"x${index}":0`;

const isA = (type: string, { type: types = [] }: Schema) => [types].flat().includes(type);

/** What the fields of a body can be stuffed with, by what the contract says they are; made when they are sent. */
function hostileBodies(schema: Schema, most: number): Record<string, () => string> {
  const properties = Object.entries(resolved(schema).properties ?? {}).map(
    ([name, property]) => [name, resolved(property)] as const,
  );
  const bodies: Record<string, () => string> = {
    'names that are no fields': () => `{${filled(most, numbered)}}`,
    'one name again and again': () => `{${filled(most, () => '"x":0')}}`,
    depth: () => `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`,
    'a number of many digits': () => `{"x":${'9'.repeat(most)}}`,
  };
  for (const [name, property] of properties) {
    const field = JSON.stringify(name);
    if (isA('array', property)) {
      for (const item of ['0', '{}']) {
        bodies[`${name}: many ${item}`] = () => `{${field}:[${filled(most, () => item)}]}`;
      }
    }
    if (isA('object', property)) {
      bodies[`${name}: names that are no fields`] = () => `{${field}:{${filled(most, numbered)}}}`;
    }
  }
  const text = properties.find(([, property]) => isA('string', property))?.[0];
  if (text !== undefined) {
    const field = JSON.stringify(text);
    bodies[`${text}: marks on one letter`] = () => `{${field}:"a${'\u0301\u0316'.repeat(most / 4)}"}`;
    bodies[`${text}: letters`] = () => `{${field}:"${'a'.repeat(most)}"}`;
    bodies[`${text}: escaped`] = () => `{${field}:"${'\\u0000'.repeat(most / 6)}"}`;
  }
  return bodies;
}

/** Far above what any of them takes on a busy machine; several times as much without the guards. */
const patienceMs = 8_000;
const patienceMiB = 600;

/** Of the process, at its highest so far. */
const memoryMiB = () => process.resourceUsage().maxRSS / 1024;

/** What came of a request, and whether others were answered meanwhile and the memory went round. */
async function whileProbing<Answer>(work: () => Promise<Answer>) {
  const before = memoryMiB();
  let isOver = false;
  let longestMs = 0;
  const working = work().finally(() => {
    isOver = true;
  });
  do {
    const begun = performance.now();
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - begun);
  } while (!isOver);
  const answer = await working;
  return { answer, inTime: longestMs < patienceMs, inMemory: memoryMiB() - before < patienceMiB };
}

describe.each(withBody)('%s refuses soon what is stuffed to the limit with', (operationId) => {
  const refused = {
    answer: { status: 400, error: expect.stringMatching(/^invalid_(request|json)$/) },
    inTime: true,
    inMemory: true,
  };
  const most = operations[operationId].maxBodyMiB * mebibyte - 1024;
  const bodies = hostileBodies(bodySchemaOf(operationId) ?? {}, most);

  test.each(Object.keys(bodies))('%s', async (what) => {
    const rawBody = bodies[what]?.() ?? '';
    expect(await whileProbing(() => sample(operationId, { rawBody }))).toMatchObject(refused);
  });
});

test('a few hundred bytes that inflate to a large body are refused as soon', async () => {
  const rawBody = new Uint8Array(gzipSync(`{"roofs":[${filled(mebibyte - 1024, () => '0')}]}`));
  const headers = { 'Content-Encoding': 'gzip' };
  const { answer, inTime } = await whileProbing(() => sample('createProject', { rawBody, headers }));
  expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(inTime).toBe(true);
});

describe('where the contract leaves open what stands there', () => {
  const stuffings = {
    'one list': { open: '[', part: () => '0', close: ']' },
    'one object': { open: '{', part: numbered, close: '}' },
    'many lists': { open: '[', part: () => '[]', close: ']' },
    'objects that no two are alike': {
      open: '[',
      part: (index: number) => `{${numbered(index)}}`,
      close: ']',
    },
  };

  function rowWith(what: keyof typeof stuffings, bytes: number) {
    const { open, part, close } = stuffings[what];
    return `{"rows":[{"articleNumber":"1","data":{"a":${open}${filled(bytes, part)}${close}}}]}`;
  }

  function importOf(json: string) {
    const rawBody = new Uint8Array(gzipSync(json));
    return whileProbing(() =>
      sample('importPriceList', { rawBody, headers: { 'Content-Encoding': 'gzip' } }),
    );
  }

  const names = Object.keys(stuffings) as (keyof typeof stuffings)[];

  test.each(names)('%s is refused when there is too much of it', async (what) => {
    const outcome = await importOf(rowWith(what, 20 * mebibyte - 1024));
    expect(outcome).toMatchObject({
      answer: {
        status: 400,
        error: 'invalid_request',
        details: [{ in: 'body', path: '', code: 'values', message: 'has more than 500,000 values' }],
      },
      inTime: true,
      inMemory: true,
    });
  });

  test.each(names)('%s as long as it may be holds nobody up', async (what) => {
    const bytes = 230_000 * stuffings[what].part(100_000).length;
    const outcome = await importOf(rowWith(what, bytes));
    expect(outcome).toMatchObject({ answer: { status: 200 }, inTime: true, inMemory: true });
  });
});

test('commas and brackets in a text are no values', async () => {
  const description = ',[{\\"'.repeat(4_000);
  const rows = Array.from({ length: 100 }, (_, index) => ({ articleNumber: `T-${index}`, description }));
  const { status } = await sample('importPriceList', { body: { rows } });
  expect(status).toBe(200);
});

test('the place of what is wrong in a body is a JSON Pointer', async () => {
  const rows = [{ articleNumber: '1', data: { 'a/b~c': ['fine', '\0'] } }];
  const { details } = await sample('importPriceList', { body: { rows } });
  expect(details).toMatchObject([{ in: 'body', path: '/rows/0/data/a~1b~0c/1', code: 'text' }]);
});

test('what is wrong with a body of usual size is told altogether', async () => {
  const roofs = Array.from({ length: 30 }, () => ({ tilt: 'steep', nonsense: true }));
  const { details } = await api.story.api.send('POST', '/v1/projects', {
    body: { customerId: '1001', roofs },
  });
  expect(details?.length).toBeGreaterThan(60);
});

test('what is wrong with a large body is told as far as the first thing', async () => {
  const roofs = Array.from({ length: 200 }, () => ({ name: 'x'.repeat(60), tilt: 'steep', nonsense: true }));
  const { details } = await api.story.api.send('POST', '/v1/projects', {
    body: { customerId: '1001', roofs },
  });
  expect(details).toHaveLength(1);
});
