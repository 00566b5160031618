import { type OperationId, operations } from '@pv-planning/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/mock-server.ts';
import { exampleBody, examplePath, violations } from './contract.ts';

const lines: string[] = [];
const operationIds = Object.keys(operations) as OperationId[];
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ host: '127.0.0.1', port: 0, log: (line) => lines.push(line) });
});
afterAll(() => mock.close());

const key = { authorization: 'Bearer pvp_live_anything' };

function request(operationId: OperationId, body?: unknown, headers: Record<string, string> = key) {
  const { method } = operations[operationId];
  return fetch(`${mock.address}${examplePath(operationId)}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

test.each(operationIds)('%s returns a valid body for its success status', async (operationId) => {
  const { status } = operations[operationId];
  const response = await request(operationId, exampleBody(operationId));
  expect(response.status).toBe(status);
  if (status === 204) expect(await response.text()).toBe('');
  else expect(violations(operationId, status, await response.json())).toEqual([]);
});

/** One operation per method; Prism handles the others in the same way. */
const oneOfEach = operationIds.filter(
  (id) => id === operationIds.find((other) => operations[other].method === operations[id].method),
);

test.each(oneOfEach)('%s responds with 401 without an API key', async (operationId) => {
  const response = await request(operationId, exampleBody(operationId), {});
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: 'missing_api_key' });
});

test.each(oneOfEach.filter((one) => operations[one].hasBody))(
  '%s rejects a body that violates the contract',
  async (operationId) => {
    const response = await request(operationId, { noSuchField: true });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ error: 'invalid_request' });
    expect(violations(operationId, 400, body)).toEqual([]);
  },
);

test('an operation without a body accepts an empty one and rejects fields', async () => {
  for (const empty of [{}, [], null]) expect((await request('publishOffer', empty)).status).toBe(200);
  expect((await request('publishOffer', { validTo: '2027-01-01' })).status).toBe(400);
});

test('a list has only one page', async () => {
  const response = await request('listCustomers');
  expect(response.headers.get('x-request-id')).not.toBeNull();
  expect(response.headers.get('link')).toBeNull();
});

test('responds with any documented status that the request prefers', async () => {
  const [operationId] = operationIds.filter((one) =>
    operations[one].errors.some((code) => code === 'not_found'),
  );
  const response = await request(operationId as OperationId, undefined, { ...key, prefer: 'code=404' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: 'not_found' });
});

test('logs each request, followed by its contract violations', async () => {
  const [operationId] = operationIds.filter((one) => operations[one].sortable.length > 0);
  const path = examplePath(operationId as OperationId);
  lines.length = 0;
  await fetch(`${mock.address}${path}?limit=0`, { headers: key });
  expect(lines).toEqual([`GET ${path}`, expect.stringContaining('limit must be >= 1')]);
});

test('reports why it cannot listen', async () => {
  const port = Number(new URL(mock.address).port);
  await expect(startMock({ host: '127.0.0.1', port, log: () => {} })).rejects.toContain('EADDRINUSE');
});
