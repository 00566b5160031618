import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors } from '@pv-planning/contract';
import { admission, type Caller, type Contract, contractApi } from '@pv-planning/server-kit';
import { afterAll, expect, test } from 'vitest';
import { memoryTransactions } from '../../../packages/server-kit/test/support/memory-transactions.ts';
import { syntheticContract } from '../../../packages/server-kit/test/support/synthetic-contract.ts';
import { testLog } from '../../../scripts/test-log.ts';
import { httpApp } from '../src/server/http/http-app.ts';
import type { MountedApi } from '../src/server/http/mounted-api.ts';

/** Serves one path and passes on all others, as the API of a contract does. */
function mounted(
  path: string,
  api: Pick<MountedApi, 'basePath' | 'headers' | 'contract' | 'cors'>,
): MountedApi {
  return {
    ...api,
    handler: (request, response, next) => {
      if (request.path === path) response.json({ path });
      else next();
    },
    takesRawBody: () => false,
    warmUp: async () => {},
  };
}

const pages = mounted('/pages/v1/offer', {
  basePath: '/pages/v1/',
  contract: { errors: { ...errors, not_found: { status: 404, message: 'No page.' } }, operations: {} },
  headers: { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
  cors: { origin: '*' },
});
const everything = mounted('/v1/company', {
  basePath: '/',
  contract: { errors, operations: {} },
  headers: { 'Cache-Control': 'no-store' },
  cors: { origin: ['https://portal.example'] },
});

const { logger, lines } = testLog();

/** A contract with an operation for browsers, and one that another service calls. */
const contract = syntheticContract({
  getBooking: { path: '/bookings/v1/bookings/{id}' },
  receiveEvent: { path: '/bookings/v1/events/{account}', body: {}, rawBody: true },
});
const bookings: MountedApi = {
  ...contractApi<Contract, Caller, Caller>({
    contract,
    authenticate: async () => ({
      tenant: '1',
      owner: 'anybody',
      rateLimitKey: 'anybody',
      logFields: {},
      hasScope: () => true,
    }),
    handlers: {
      getBooking: async () => ({ status: 200, body: {} }),
      receiveEvent: async () => ({ status: 200, body: {} }),
    } as never,
    transactions: memoryTransactions(),
    requestsPerMinute: 0,
    admission: admission(4),
    validateResponses: true,
    logger,
  }),
  basePath: '/bookings/v1/',
  contract,
  headers: {},
  cors: { origin: '*' },
};
const app = httpApp([pages, bookings, everything], {
  settings: { trustProxy: 0 },
  ready: async () => true,
  logger,
});
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

async function get(path: string, origin = 'https://portal.example', method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }) },
  });
  const { status, headers } = response;
  return {
    status,
    text: await response.text(),
    cache: headers.get('cache-control'),
    referrer: headers.get('referrer-policy'),
    origin: headers.get('access-control-allow-origin'),
  };
}

test('responses have the headers of the document that has their path', async () => {
  const page = { cache: 'private, no-store', referrer: 'no-referrer', origin: '*' };
  expect(await get('/pages/v1/offer')).toMatchObject({ status: 200, ...page });
  expect(await get('/pages/v1/nothing')).toMatchObject({ status: 404, ...page });
  const other = { cache: 'no-store', referrer: null, origin: 'https://portal.example' };
  expect(await get('/v1/company')).toMatchObject({ status: 200, ...other });
  expect(await get('/v1/nothing')).toMatchObject({ status: 404, ...other });
});

test('an unknown path has the error text of the document with that beginning', async () => {
  expect((await get('/pages/v1/nothing')).text).toContain('No page.');
  expect((await get('/pages/v2/nothing')).text).toContain('the API has no such path');
});

test('each document has origins of its own', async () => {
  const elsewhere = 'https://elsewhere.example';
  expect((await get('/pages/v1/offer', elsewhere, 'OPTIONS')).origin).toBe('*');
  expect((await get('/v1/company', elsewhere, 'OPTIONS')).origin).toBeNull();
  expect((await get('/v1/company', elsewhere)).origin).toBeNull();
});

test('pages of other origins cannot call an operation that takes the bytes of a body', async () => {
  const elsewhere = 'https://elsewhere.example';
  expect(await get('/bookings/v1/bookings/1', elsewhere)).toMatchObject({ status: 200, origin: '*' });
  expect((await get('/bookings/v1/bookings/1', elsewhere, 'OPTIONS')).origin).toBe('*');
  expect(await get('/bookings/v1/events/1', elsewhere, 'POST')).toMatchObject({ status: 200, origin: null });
  expect((await get('/bookings/v1/events/1', elsewhere, 'OPTIONS')).origin).toBeNull();
});

test('warns once of a proxy that TRUST_PROXY does not count', async () => {
  const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY'));
  await get('/v1/company');
  expect(warnings()).toEqual([]);
  for (let count = 0; count < 2; count += 1)
    await fetch(`http://127.0.0.1:${port}/v1/company`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(warnings()).toHaveLength(1);
});
