import { documents } from '@pv-planning/contract/documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/mock-server.ts';
import { contractExamples } from './contract.ts';

const lines: string[] = [];
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ host: '127.0.0.1', port: 0, log: (line) => lines.push(line) });
});
afterAll(() => mock.close());

const key = { authorization: 'Bearer pvp_live_anything' };

/** The entry of an operation in the generated table. */
interface Entry {
  method: string;
  path: string;
  scope?: string | undefined;
  status: number;
  hasBody: boolean;
  errors: readonly string[];
  sortable: readonly string[];
}

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

function request({ method }: Entry, path: string, { body, headers = key }: RequestOptions = {}) {
  return fetch(`${mock.address}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe.each(Object.entries(documents))('%s', (name, { operations }) => {
  const entries: [operationId: string, entry: Entry][] = Object.entries(operations);
  const examples = contractExamples(name);

  test.each(entries)('%s returns a valid body for its success status', async (operationId, entry) => {
    const { status } = entry;
    const response = await request(entry, examples.path(operationId), {
      body: examples.body(operationId),
      headers: { ...key, ...examples.headers(operationId) },
    });
    expect(response.status).toBe(status);
    if (status === 204) expect(await response.text()).toBe('');
    else expect(examples.violations(operationId, status, await response.json())).toEqual([]);
  });

  /** One operation per method; Prism handles the others in the same way. */
  const oneOfEach = entries.filter(
    ([, { method }], index) => index === entries.findIndex(([, other]) => other.method === method),
  );

  test.each(oneOfEach)(
    '%s responds with 401 without an API key, if it needs one',
    async (operationId, entry) => {
      const response = await request(entry, examples.path(operationId), {
        body: examples.body(operationId),
        headers: {},
      });
      const needsKey = entry.errors.includes('missing_api_key');
      expect(response.status).toBe(needsKey ? 401 : entry.status);
      if (needsKey) expect(await response.json()).toMatchObject({ error: 'missing_api_key' });
    },
  );

  test.each(oneOfEach.filter(([, { hasBody }]) => hasBody))(
    '%s rejects a body that violates the contract',
    async (operationId, entry) => {
      const response = await request(entry, examples.path(operationId), { body: { noSuchField: true } });
      expect(response.status).toBe(400);
      const body = await response.json();
      expect(body).toMatchObject({ error: 'invalid_request' });
      expect(examples.violations(operationId, 400, body)).toEqual([]);
    },
  );

  test('responds with any documented status that the request prefers', async () => {
    const [operationId, entry] = entries.find(([, { errors }]) => errors.includes('not_found')) ?? [];
    if (!operationId || !entry) throw new Error('No operation returns 404.');
    const path = examples.path(operationId);
    const response = await request(entry, path, { headers: { ...key, prefer: 'code=404' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
  });
});

const { operations } = documents.public;
const { path } = contractExamples('public');

test('an operation without a body accepts an empty one and rejects fields', async () => {
  const publish = (body: unknown) => request(operations.publishOffer, path('publishOffer'), { body });
  for (const empty of [{}, [], null]) expect((await publish(empty)).status).toBe(200);
  expect((await publish({ validTo: '2027-01-01' })).status).toBe(400);
});

test('an optional body can be empty or absent', async () => {
  const { method } = operations.declineOffer;
  const address = `${mock.address}${path('declineOffer')}`;
  const json = { ...key, 'content-type': 'application/json' };
  for (const [headers, body] of [
    [key, undefined],
    [json, undefined],
    [json, ''],
    [json, '{}'],
  ] as const) {
    const response = await fetch(address, { method, headers, ...(body !== undefined && { body }) });
    expect({ headers, body, status: response.status }).toEqual({ headers, body, status: 200 });
  }
});

test('a list has only one page', async () => {
  const response = await request(operations.listCustomers, path('listCustomers'));
  expect(response.headers.get('x-request-id')).not.toBeNull();
  expect(response.headers.get('link')).toBeNull();
});

test('returns the example with the id in the path', async () => {
  for (const [id, state] of [
    ['7001', 'DRAFT'],
    ['7003', 'ACCEPTED'],
    ['unknown', 'DRAFT'],
  ] as const) {
    const response = await fetch(`${mock.address}/v1/offers/${id}`, { headers: key });
    expect(await response.json()).toMatchObject({ state });
  }
});

test('changes of a booking return it with the id in the path, and a follow-up another one', async () => {
  const id = '0198f2a4-0000-7c3b-9a50-1f2e3d4c5b6a';
  const change = async (action: string, body: object = {}) => {
    const response = await fetch(`${mock.address}/v1/bookings/${id}/${action}`, {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string; status: string; followUpOf: string | null };
  };
  const startsAt = '2026-04-07T07:00:00Z';
  expect(await change('cancel')).toMatchObject({ id, status: 'CANCELLED' });
  expect(await change('complete')).toMatchObject({ id, status: 'COMPLETED' });
  expect(await change('no-show')).toMatchObject({ id, status: 'NO_SHOW' });
  expect(await change('reschedule', { startsAt })).toMatchObject({ id });
  expect((await change('follow-up', { startsAt })).id).not.toBe(id);
});

test.each([
  ['/v1/booking-types/vor-ort-termin/slots', 60, key],
  ['/v1/booking-types/beratung/slots', 30, key],
  ['/pages/v1/companies/sonnendach-1/booking-types/beratung/slots', 30, {}],
  ['/pages/v1/bookings/any-link/slots', 30, {}],
])('%s are in the requested days, as long as the appointment', async (path, minutes, headers) => {
  const days = { from: '2027-01-04', to: '2027-01-08' };
  const response = await fetch(`${mock.address}${path}?${new URLSearchParams(days)}`, { headers });
  const { slots, ...range } = (await response.json()) as {
    slots: { startsAt: string; endsAt: string }[];
  };
  expect(range).toEqual(days);
  expect(slots).not.toEqual([]);
  for (const { startsAt, endsAt } of slots) {
    expect(startsAt.slice(0, 10)).toBe(days.from);
    expect((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000).toBe(minutes);
  }
});

describe('Prefer', () => {
  async function preferring(prefer: string, operationId = 'getOffer') {
    const url = mock.address + path(operationId);
    const { status, headers, json } = await fetch(url, { headers: { ...key, prefer } }).then(
      async (response) => ({
        status: response.status,
        headers: response.headers,
        json: await response.json(),
      }),
    );
    return { status, headers, body: json as Record<string, unknown> };
  }

  test('selects an example of a record', async () => {
    expect(await preferring('example=declined')).toMatchObject({ status: 200, body: { state: 'DECLINED' } });
  });

  test('selects an error by its code, with its headers', async () => {
    const { status, headers, body } = await preferring('example="rate_limited"');
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('generates values', async () => {
    // An offer would take seconds: Prism converts the whole schema.
    const { body: example } = await preferring('code=200', 'getCustomer');
    const { status, body } = await preferring('dynamic=true', 'getCustomer');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(example)));
    expect(body.createdAt).not.toBe(example.createdAt);
  });

  test.each([
    ['example=green', 'draft, published, accepted, declined'],
    ['code=418', '200, 304, 400'],
  ])('rejects %s and lists what is possible', async (prefer, possible) => {
    const { status, body } = await preferring(prefer);
    const detail = { in: 'header', path: 'Prefer', message: expect.stringContaining(possible) };
    expect([status, body]).toMatchObject([400, { error: 'invalid_request', details: [detail] }]);
  });
});

test('logs each request, followed by its contract violations', async () => {
  const list = path('listCustomers');
  lines.length = 0;
  await fetch(`${mock.address}${list}?limit=0`, { headers: key });
  expect(lines).toEqual([`GET ${list}?limit=0 400`, '  invalid_request: query limit must be >= 1']);
});

test('reports why it cannot listen', async () => {
  const port = Number(new URL(mock.address).port);
  await expect(startMock({ host: '127.0.0.1', port, log: () => {} })).rejects.toThrow('EADDRINUSE');
});
