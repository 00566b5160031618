import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { startService } from '../src/server/service.ts';
import { describeContract } from './contract-suites/describe-contract.ts';
import { publicContract } from './support/contract-document.ts';
import { nextQuery } from './support/next-query.ts';
import { idsOf, pageReader } from './support/page-reader.ts';
import { openTestApi } from './support/test-api.ts';
import { secretKey } from './support/test-company.ts';

type List = 'listCustomers' | 'listProjects';

const service = await openTestApi();
const { exampleCompany } = service;

describeContract(publicContract, service, ['cursors']);

const { read } = pageReader(exampleCompany.api);

const customers = 'listCustomers';

async function cursorIn(list: List, api = exampleCompany.api): Promise<string> {
  const { headers } = await api.sample(list, { query: { sort: 'createdAt.asc', limit: 1 } });
  return new URLSearchParams(nextQuery(headers)).get('after') ?? '';
}

test('rejects a cursor that is forged or belongs to another list or company', async () => {
  const after = await cursorIn(customers);
  const copy = await service.addCompanyCopy();
  const changed = Array.from(after, (letter, index) => {
    const other = letter === 'A' ? 'B' : 'A';
    return `${after.slice(0, index)}${other}${after.slice(index + 1)}`;
  });
  const foreign = [await cursorIn('listProjects'), await cursorIn(customers, copy.api)];
  const madeUp = ['x', 'null', '%', "'", `${after}=`, `${after}!`, ` ${after}`, after.slice(1), `${after}AA`];
  for (const wrong of [...changed, ...foreign, ...madeUp]) {
    const { status, error, details } = await read(customers, { sort: 'createdAt.asc', after: wrong });
    expect({ wrong, status, error, details }).toEqual({
      wrong,
      status: 400,
      error: 'invalid_request',
      details: [{ in: 'query', path: 'after', code: 'position', message: expect.any(String) }],
    });
  }
  const { status } = await read(customers, { after: 'A'.repeat(2_501) });
  expect(status).toBe(400);
});

test('another process with the same key accepts the cursor', async () => {
  const { database } = service;
  const SECRET_KEY = secretKey.toString('base64');
  const settings = readSettings({ DATABASE_URL: database.url, SECRET_KEY, PORT: '0' });
  const second = await startService(settings, testLog().logger, { role: 'api' });
  onTestFinished(second.close);
  const { key } = await exampleCompany.newKey('*');
  const query = nextQuery((await read(customers, { limit: 1 })).headers);
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${second.url}/v1/customers?${query}`, { headers })).status).toBe(200);
});

test('the link keeps the other parameters and is relative, so that it works behind a path prefix', async () => {
  const query = 'q=M%C3%BCller%20%26%20S%2Bn&updatedFrom=2026-01-01T00:00:00%2B01:00&limit=1';
  for (let number = 0; number < 3; number += 1)
    await exampleCompany.api.call('createCustomer', { body: { companyName: `Müller & S+n ${number}` } });
  const { headers, body } = await read(customers, `${query}&offset=1&sort=created_at.asc`);
  const link = headers.get('link') ?? '';
  const [, reference = ''] = /^<([^<>]+)>; rel="next"$/.exec(link) ?? [];
  const next = new URL(reference, `https://host.example/prefix/v1/customers?${query}`);
  expect(next.href).toMatch(/^https:\/\/host\.example\/prefix\/v1\/customers\?/);
  expect(Object.fromEntries(next.searchParams)).toEqual({
    q: 'Müller & S+n',
    updatedFrom: '2026-01-01T00:00:00+01:00',
    limit: '1',
    sort: 'created_at.asc',
    after: expect.any(String),
  });
  const last = await read(customers, next.search.slice(1));
  expect([...body.data, ...last.body.data].map((customer) => Reflect.get(customer, 'companyName'))).toEqual([
    'Müller & S+n 1',
    'Müller & S+n 2',
  ]);
  expect(last.body).toMatchObject({ offset: 2, total: 3 });
  expect(last.headers.get('link')).toBeNull();
});

test('a record that moves to a later page hides no other record', async () => {
  const { api } = await service.addCompany();
  const made = [];
  for (const lastName of ['A', 'B', 'C', 'D', 'E', 'F'])
    made.push((await api.call('createCustomer', { body: { lastName } })).body);
  const seen: string[] = [];
  let query: string | undefined = 'sort=updatedAt.asc&limit=2';
  while (query !== undefined) {
    const { headers, body } = await pageReader(api).read(customers, query);
    seen.push(...body.data.map((customer) => String(Reflect.get(customer, 'lastName'))));
    if (seen.length === 2)
      await api.call('updateCustomer', { params: { id: made[0]?.id ?? '' }, body: { phone: '1' } });
    query = nextQuery(headers);
  }
  expect(seen).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'A']);
});

test('a cursor can hold the longest values', async () => {
  const { api } = await service.addCompany();
  const { pagesFrom } = pageReader(api);
  for (const lastName of ['🌞'.repeat(200), '🌞'.repeat(200), '"'.repeat(200)])
    expect((await api.call('createCustomer', { body: { lastName } })).status).toBe(201);
  const q = encodeURIComponent('🌞'.repeat(100));
  const pages = async (query: string) => idsOf(await pagesFrom(customers, query));
  expect(await pages(`sort=lastName.desc&limit=1&q=${q}`)).toHaveLength(2);
  expect(await pages('sort=lastName.asc&limit=1')).toHaveLength(3);
});
