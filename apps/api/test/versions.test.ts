import { describe, expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { pathOf } from './support/api-client.ts';
import { publicContract } from './support/contract-document.ts';
import { rawRequest } from './support/raw-request.ts';
import { openTestApi } from './support/test-api.ts';

const world = await openTestApi();
const { exampleCompany, url } = world;
const { api } = exampleCompany;
const { key } = await exampleCompany.newKey('*');

const tagOfCustomer = async () => (await api.call('getCustomer')).headers.get('etag') ?? '';

describe('If-None-Match', () => {
  const ask = (known: string, headers = {}) =>
    api.call('getCustomer', { headers: { 'If-None-Match': known, ...headers } });

  test('matches every form of an entity tag, even if the client sends Cache-Control', async () => {
    const tag = await tagOfCustomer();
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
    const tag = await tagOfCustomer();
    for (const known of [tag.slice(1, -1), `${tag.slice(0, -1)}x"`, '""', `"${tag}"`, 'x'.repeat(1000)])
      expect({ known, status: (await ask(known)).status }).toEqual({ known, status: 200 });
  });
});

test('If-Match accepts lists and *, and rejects invalid entity tags', async () => {
  const change = (notes: string, given: string) =>
    api.call('updateCustomer', { params: { id: '1001' }, body: { notes }, headers: { 'If-Match': given } });
  const changeIf = async (given: string) => (await change(`if ${given}`, given)).status;
  expect(await changeIf('*')).toBe(200);
  expect(await changeIf(`"other", ${await tagOfCustomer()}`)).toBe(200);
  // A proxy that compresses the response makes the ETag weak.
  expect(await changeIf(`W/${await tagOfCustomer()}`)).toBe(200);
  for (const given of ['"other"', 'W/"other"', '""', '"a","b", "c"'])
    expect({ given, status: await changeIf(given) }).toEqual({ given, status: 409 });
  for (const given of [(await tagOfCustomer()).slice(1, -1), 'abc', '"a', 'w/"a"', '"a" "b"', '*, "a"']) {
    const { status, details } = await change('x', given);
    expect({ given, status, details }).toMatchObject({
      given,
      status: 400,
      details: [{ in: 'header', path: 'if-match', code: 'pattern' }],
    });
  }
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

// Last: it deletes the records of the examples.
describeContract(publicContract, world, ['versions']);
