import { describe, expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { publicContract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const world = await openTestApi();
const { send, sample } = world.exampleCompany.api;

describeContract(publicContract, world, ['validation']);

describe('over HTTP, rejects with 400', () => {
  test.each(['nonsense', 'LIMIT', 'limit[]', 'sort.by', '__proto__', 'constructor', ''])(
    'the unknown parameter %j',
    async (name) => {
      const { status, error, details } = await sample('listCustomers', {
        query: `${encodeURIComponent(name)}=1`,
      });
      expect({ status, error }).toEqual({ status: 400, error: 'invalid_request' });
      expect(details).toMatchObject([{ in: 'query' }]);
    },
  );

  test.each([
    ['a wrong value', 'limit=0', 'invalid_request', 'limit'],
    ['a wrong sort', 'sort=nonsense.asc', 'invalid_sort', 'sort'],
    ['an empty value', 'q=', 'invalid_request', 'q'],
    ['a parameter given twice', 'limit=1&limit=2', 'invalid_request', 'limit'],
  ])('%s', async (_what, query, expected, path) => {
    const { status, error, details } = await sample('listCustomers', { query });
    expect({ status, error }).toEqual({ status: 400, error: expected });
    expect(details).toContainEqual(expect.objectContaining({ in: 'query', path }));
  });

  test.each([null, true, 7, 'text', [], [{ lastName: 'Vogel' }]])(
    'the body %j, which is not an object',
    async (body) => {
      const { status, error } = await sample('createCustomer', { rawBody: JSON.stringify(body) });
      expect({ status, error }).toEqual({ status: 400, error: 'invalid_request' });
    },
  );

  test.each([
    'nonsense',
    'id',
    'company_id',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(5000),
    'a/b~c',
  ])('the unknown field %.20j', async (name) => {
    const { status, details } = await sample('createCustomer', {
      rawBody: `{${JSON.stringify(name)}: 1, "lastName": "Vogel"}`,
    });
    expect(status).toBe(400);
    expect(details).toHaveLength(1);
  });

  test('an e-mail address that no mail reaches, saying why', async () => {
    const email = `${'m'.repeat(65)}@example.org`;
    const { details } = await sample('createCustomer', { body: { lastName: 'Vogel', email } });
    const message =
      'must be an e-mail address with at most 64 ASCII characters before the @, and a domain as it is registered: Latin letters, those with accents in lower case, digits and hyphens';
    expect(details).toEqual([{ in: 'body', path: '/email', code: 'pattern', message }]);
    expect(
      (await sample('createCustomer', { body: { lastName: 'Vogel', email: email.slice(1) } })).status,
    ).toBe(201);
  });

  test('a body without a required field', async () => {
    const { status, details } = await sample('createProject', { body: {} });
    expect({ status, details }).toMatchObject({
      status: 400,
      details: [{ path: '/customerId', code: 'required' }],
    });
  });

  test.each(['q=%zz', 'q=%', 'externalId=K%E4', 'externalId=%C0%AF'])(
    'the query %s, which is not percent-encoded UTF-8',
    async (query) => {
      const { status, details } = await send('GET', `/v1/customers?${query}`);
      expect({ status, details }).toMatchObject({
        status: 400,
        details: [{ in: 'query', code: 'encoding' }],
      });
    },
  );

  test('two thousand unknown fields', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`nonsense${index}`, 1]));
    expect((await sample('createCustomer', { body: { lastName: 'Vogel', ...many } })).status).toBe(400);
  });

  test('an unknown parameter after thousands of empty ones', async () => {
    const { status, details } = await send('GET', `/v1/customers?${'&'.repeat(3_000)}nonsense=1`);
    expect({ status, details }).toMatchObject({ status: 400, details: [{ in: 'query', path: 'nonsense' }] });
  });

  test('a request with several mistakes, and lists all of them', async () => {
    const body = {
      customerId: 7,
      roofs: [{ name: 'A', roofType: 'FLAT', azimuth: 360, tilt: 91 }],
      nonsense: 1,
    };
    const { details } = await send('POST', '/v1/projects', { body, headers: { 'Idempotency-Key': 'ä' } });
    expect(details?.map(({ in: part, path, code }) => `${part} ${path} ${code}`).sort()).toEqual([
      'body /customerId type',
      'body /nonsense additionalProperties',
      'body /roofs/0/azimuth exclusiveMaximum',
      'body /roofs/0/tilt maximum',
      'header idempotency-key pattern',
    ]);
  });
});
