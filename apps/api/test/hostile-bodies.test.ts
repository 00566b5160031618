import { gzipSync } from 'node:zlib';
import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { bodySchemaOf, operationIds, resolved, type Schema } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.story.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);

const most = 1024 * 1024 - 1024;

/** The JSON of a body whose one field is filled with a part again and again, as far as a body may go. */
function filled(field: string, open: string, part: (index: number) => string, close: string): string {
  const parts: string[] = [];
  for (let [index, bytes] = [0, 0]; bytes < most; index += 1) {
    parts.push(part(index));
    bytes += (parts.at(-1)?.length ?? 0) + 1;
  }
  return `{${field}${open}${parts.join(',')}${close}}`;
}

const isA = (type: string, { type: types = [] }: Schema) => [types].flat().includes(type);

/** What the fields of a body can be stuffed with, by what the contract says they are. */
function hostileBodies(schema: Schema): Record<string, string> {
  const properties = Object.entries(resolved(schema).properties ?? {}).map(
    ([name, property]) => [name, resolved(property)] as const,
  );
  const bodies: Record<string, string> = {
    'names that are no fields': filled('', '', (index) => `"x${index}":0`, ''),
    'one name again and again': filled('', '', () => '"x":0', ''),
    depth: `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`,
    'a number of many digits': `{"x":${'9'.repeat(most)}}`,
  };
  for (const [name, property] of properties) {
    const field = JSON.stringify(name);
    if (isA('array', property)) {
      for (const item of ['0', '{}']) {
        bodies[`${name}: many ${item}`] = filled(field, ':[', () => item, ']');
      }
    }
    if (isA('object', property)) {
      bodies[`${name}: names that are no fields`] = filled(field, ':{', (index) => `"x${index}":0`, '}');
    }
  }
  const text = properties.find(([, property]) => isA('string', property))?.[0];
  if (text !== undefined) {
    const field = JSON.stringify(text);
    bodies[`${text}: marks on one letter`] = `{${field}:"a${'\u0301\u0316'.repeat(most / 4)}"}`;
    bodies[`${text}: letters`] = `{${field}:"${'a'.repeat(most)}"}`;
    bodies[`${text}: escaped`] = `{${field}:"${'\\u0000'.repeat(most / 6)}"}`;
  }
  return bodies;
}

/** Far above what any of them takes; minutes without the guards. */
const patienceMs = 20_000;

async function whileProbing(work: () => Promise<{ status: number; error: string | undefined }>) {
  const begun = performance.now();
  const answer = await work();
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  return { ...answer, inTime: performance.now() - begun < patienceMs };
}

describe.each(withBody)('%s refuses soon what is stuffed to the limit with', (operationId) => {
  const refused = {
    status: 400,
    error: expect.stringMatching(/^invalid_(request|json)$/),
    inTime: true,
  };
  const bodies = hostileBodies(bodySchemaOf(operationId) ?? {});

  test.each(Object.keys(bodies))('%s', async (what) => {
    const text = bodies[what] ?? '';
    expect(await whileProbing(() => sample(operationId, { rawBody: text }))).toMatchObject(refused);
  });
});

test('a few hundred bytes that inflate to a large body are refused as soon', async () => {
  const rawBody = new Uint8Array(gzipSync(filled('"roofs"', ':[', () => '0', ']')));
  const headers = { 'Content-Encoding': 'gzip' };
  const answer = await whileProbing(() => sample('createProject', { rawBody, headers }));
  expect(answer).toMatchObject({ status: 400, error: 'invalid_request', inTime: true });
});

test('what is wrong with a body of usual size is told altogether', async () => {
  const roofs = Array.from({ length: 30 }, () => ({ tilt: 'steep', nonsense: true }));
  const { details } = await api.story.api.send('POST', '/v1/projects', {
    body: { customerId: '1001', roofs },
  });
  expect(details?.length).toBeGreaterThan(60);
});
