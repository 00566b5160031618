import { type OperationId, operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { pathOf } from './support/api-client.ts';
import { operationIds } from './support/contract-document.ts';
import { rawRequest } from './support/raw-request.ts';
import { freeTextOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany, url } = await openTestApi();
const { api, raisedBy } = exampleCompany;
const { key } = await exampleCompany.newKey('*');

const tagged = operationIds.filter((operationId) => operations[operationId].etag);
const reads = tagged.filter((operationId) => operations[operationId].method === 'GET');
const patches = operationIds.filter((id) => operations[id].ifMatch && operations[id].method === 'PATCH');
const deletions = operationIds.filter((id) => operations[id].ifMatch && operations[id].method === 'DELETE');

function readingOf(operationId: OperationId): OperationId {
  const found = reads.find((read) => operations[read].path === operations[operationId].path);
  if (!found) throw new Error(`No operation reads the record that ${operationId} changes.`);
  return found;
}

const tagOf = async (operationId: OperationId) => (await api.sample(operationId)).headers.get('etag') ?? '';

const change = (operationId: OperationId, text: string, headers: Record<string, string> = {}) =>
  api.sample(operationId, { body: { [freeTextOf(operationId)]: text }, headers });

test.each(reads)(
  '%s returns 304 for the current version, and the record for any other',
  async (operationId) => {
    const tag = await tagOf(operationId);
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(await tagOf(operationId)).toBe(tag);
    const known = { 'If-None-Match': tag };
    const { status, headers, text } = await api.sample(operationId, { headers: known });
    expect([status, headers.get('etag'), text]).toEqual([304, tag, '']);
    expect((await api.send('HEAD', pathOf(operationId), { headers: known })).status).toBe(304);
    const other = await api.sample(operationId, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  },
);

describe('If-None-Match', () => {
  const ask = (known: string, headers = {}) =>
    api.call('getCustomer', { headers: { 'If-None-Match': known, ...headers } });

  test('matches every form of an entity tag, even if the client sends Cache-Control', async () => {
    const tag = await tagOf('getCustomer');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "third"`, '*']) {
      for (const cache of [
        {},
        { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
        { 'Cache-Control': 'max-age=0' },
      ])
        expect({ known, status: (await ask(known, cache)).status }).toEqual({ known, status: 304 });
    }
    const bare = await rawRequest(url, {
      method: 'GET',
      path: pathOf('getCustomer'),
      headers: { Authorization: `Bearer ${key}`, 'If-None-Match': tag },
    });
    expect(bare.status).toBe(304);
  });

  test('does not match other values', async () => {
    const tag = await tagOf('getCustomer');
    for (const known of [tag.slice(1, -1), `${tag.slice(0, -1)}x"`, '""', `"${tag}"`, 'x'.repeat(1000)])
      expect({ known, status: (await ask(known)).status }).toEqual({ known, status: 200 });
  });
});

test.each(tagged.filter((operationId) => !reads.includes(operationId)))(
  '%s returns the same ETag as a read',
  async (operationId) => {
    const { headers, body } = await api.sample(operationId);
    const isRead = reads.some((read) => operations[read].path === operations[operationId].path);
    // The path of an action is below that of its record.
    const path = headers.get('location') ?? pathOf(operationId).replace(isRead ? '' : /\/[\w-]+$/, '');
    const read = await api.send('GET', path);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(read.body).toEqual(body);
  },
);

test.each(operationIds.filter((id) => operations[id].method === 'GET'))(
  '%s returns 304 for * if the record has an ETag',
  async (operationId) => {
    const { status } = await api.sample(operationId, { headers: { 'If-None-Match': '*' } });
    expect(status).toBe(operations[operationId].etag ? 304 : 200);
  },
);

describe.each(patches)('%s', (operationId) => {
  const reading = readingOf(operationId);

  test('changes the current version', async () => {
    const known = await tagOf(reading);
    const { status, headers } = await change(operationId, `after ${known}`, { 'If-Match': known });
    expect(status).toBe(200);
    expect(await tagOf(reading)).toBe(headers.get('etag'));
  });

  test('rejects any other version', async () => {
    const old = await tagOf(reading);
    await change(operationId, `something else, ${Date.now()}`);
    const before = await api.sample(reading);
    const events = await raisedBy(async () => {
      const { status, error } = await change(operationId, 'too late', { 'If-Match': old });
      expect([status, error]).toEqual([409, 'version_conflict']);
    });
    expect(events).toEqual([]);
    expect((await api.sample(reading)).text).toBe(before.text);
  });

  test('accepts one of several concurrent changes to the same version', async () => {
    const tag = await tagOf(reading);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        change(operationId, `writer ${index} ${tag}`, { 'If-Match': tag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('without If-Match the last change wins', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => change(operationId, `hasty writer ${index}`)));
    expect((await change(operationId, 'the last')).status).toBe(200);
  });
});

test('If-Match accepts lists and *, and rejects invalid entity tags', async () => {
  const changeIf = async (given: string) =>
    (await change('updateCustomer', `if ${given}`, { 'If-Match': given })).status;
  expect(await changeIf('*')).toBe(200);
  expect(await changeIf(`"other", ${await tagOf('getCustomer')}`)).toBe(200);
  // A proxy that compresses the response makes the ETag weak.
  expect(await changeIf(`W/${await tagOf('getCustomer')}`)).toBe(200);
  for (const given of ['"other"', 'W/"other"', '""', '"a","b", "c"'])
    expect({ given, status: await changeIf(given) }).toEqual({ given, status: 409 });
  for (const given of [
    (await tagOf('getCustomer')).slice(1, -1),
    'abc',
    '"a',
    'w/"a"',
    '"a" "b"',
    '*, "a"',
  ]) {
    const { status, details } = await change('updateCustomer', 'x', { 'If-Match': given });
    expect({ given, status, details }).toMatchObject({
      given,
      status: 400,
      details: [{ in: 'header', path: 'if-match', code: 'pattern' }],
    });
  }
});

test.each(deletions.toReversed())('%s deletes the current version only', async (operationId) => {
  const reading = readingOf(operationId);
  const { status, error } = await api.sample(operationId, { headers: { 'If-Match': '"other"' } });
  expect({ status, error }).toEqual({ status: 409, error: 'version_conflict' });
  const deleted = await api.sample(operationId, { headers: { 'If-Match': await tagOf(reading) } });
  expect(deleted.status).toBe(204);
  expect((await api.sample(operationId, { headers: { 'If-Match': '*' } })).status).toBe(404);
});

test('the ETag changes with counters and parts of a record', async () => {
  const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const params = { id: customer.id };
  const { headers: read } = await api.call('getCustomer', { params });
  const { body: project, headers: created } = await api.call('createProject', {
    body: { customerId: customer.id },
  });
  const late = await api.call('updateCustomer', {
    params,
    body: { notes: 'a' },
    headers: { 'If-Match': read.get('etag') ?? '' },
  });
  expect(late.error).toBe('version_conflict');
  await api.call('createRoof', {
    params: { id: project.id },
    body: { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 },
  });
  const projectLate = await api.call('deleteProject', {
    params: { id: project.id },
    headers: { 'If-Match': created.get('etag') ?? '' },
  });
  expect(projectLate.error).toBe('version_conflict');
});
