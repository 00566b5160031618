import { afterAll, beforeEach, expect, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { admission, contractApi, fallbackResponder, requestLog } from '../src/index.ts';
import { memoryTransactions } from './support/memory-transactions.ts';
import { type LinkHolder, linkAuthentication, parcelContract, parcelHandlers } from './support/parcels.ts';
import { serve } from './support/serve.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';
import { syntheticContract } from './support/synthetic-contract.ts';

const { logger, lines } = testLog();
const shared = admission(8);
const parcels = new Map<string, LinkHolder['parcel']>();

const apiOfParcels = (handlers: typeof parcelHandlers) =>
  contractApi({
    contract: parcelContract,
    authenticate: linkAuthentication(parcels),
    handlers,
    transactions: memoryTransactions<LinkHolder>(),
    requestsPerMinute: 100,
    admission: shared,
    validateResponses: true,
    logger,
  });
const parcelApi = apiOfParcels(parcelHandlers);

const thingContract = syntheticContract({ getThing: { path: '/v1/thing' } });
const thingApi = contractApi({
  contract: thingContract,
  authenticate: async () => ({
    tenant: '1',
    owner: 'key:1',
    rateLimitKey: 'key:1',
    logFields: { keyId: '1' },
    hasScope: () => true,
  }),
  handlers: { getThing: async () => ({ status: 200, body: {} }) },
  transactions: memoryTransactions(),
  requestsPerMinute: 0,
  admission: shared,
  validateResponses: true,
  logger,
});

const fallback = fallbackResponder({ contract: parcelContract, logger });
const { url, close } = await serve(requestLog(logger), thingApi.handler, parcelApi.handler, ...fallback);

afterAll(close);

beforeEach(() => {
  parcels.clear();
  parcels.set('p4rc3l', { state: 'WAITING', collectedBy: null });
  lines.length = 0;
});

async function call(method: string, path: string, { body, key }: { body?: object; key?: string } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const responseBody = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: responseBody };
}

const collect = (name: string, key?: string) =>
  call('POST', '/pages/v1/parcels/p4rc3l/collect', { body: { name }, ...(key !== undefined && { key }) });

test('serves two contracts with different authentication', async () => {
  expect((await call('GET', '/v1/thing')).status).toBe(200);
  const { status, body, headers } = await call('GET', '/pages/v1/parcels/p4rc3l');
  expect({ status, body }).toEqual({ status: 200, body: { state: 'WAITING', collectedBy: null } });
  expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
  expect(headers.get('etag')).toMatch(/^".+"$/);
});

test('serves no contract with a missing or unknown handler', () => {
  const { getParcel, ...others } = parcelHandlers;
  expect(() => apiOfParcels(others as typeof parcelHandlers)).toThrow(
    'Operations without a handler: getParcel.',
  );
  const misspelt = { ...parcelHandlers, getParcle: getParcel };
  expect(() => apiOfParcels(misspelt)).toThrow('Handlers without an operation: getParcle.');
});

test('shares limits of requests and slots with the other contracts of the process', async () => {
  const limits = [{ name: 'reads', by: 'address', requests: 1, seconds: 60 }] as const;
  const sharedByBoth = admission(4);
  const statuses = [];
  for (const path of ['/v1/one', '/v1/two']) {
    const served = await serveSynthetic({ getThing: { path, limits } }, { admission: sharedByBoth });
    statuses.push((await served.send(path)).status);
    served.close();
  }
  expect(statuses).toEqual([200, 429]);
});

test('responds to an unknown link as to an unknown path', async () => {
  const unknown = await call('GET', '/pages/v1/parcels/guessed');
  const nowhere = await call('GET', '/pages/v1/letters/p4rc3l');
  expect([unknown.status, unknown.body]).toEqual([nowhere.status, nowhere.body]);
  expect(unknown.body).toEqual({ error: 'not_found', message: 'Nothing is here.' });
});

test('rejects an unsupported method with 405 and the allowed ones', async () => {
  const { status, headers } = await call('DELETE', '/pages/v1/parcels/p4rc3l');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('uses the error codes and messages of the contract', async () => {
  expect((await collect('Vogel')).body).toEqual({ state: 'COLLECTED', collectedBy: 'Vogel' });
  expect(await collect('Specht')).toMatchObject({
    status: 409,
    body: { error: 'parcel_collected', message: 'Vogel has collected this parcel.' },
  });
  expect(await collect('a\nb')).toMatchObject({
    status: 400,
    body: { details: [{ path: '/name', message: 'must be one line' }] },
  });
});

test('separates the idempotency keys of different links', async () => {
  parcels.set('other', { state: 'WAITING', collectedBy: null });
  expect((await collect('Vogel', 'one')).headers.get('idempotent-replayed')).toBeNull();
  const again = await collect('Vogel', 'one');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect((await collect('Specht', 'one')).body.error).toBe('idempotency_key_reused');
  const elsewhere = await call('POST', '/pages/v1/parcels/other/collect', {
    body: { name: 'Vogel' },
    key: 'one',
  });
  expect([elsewhere.status, elsewhere.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

test('logs the fields of the caller, and no link', async () => {
  await call('GET', '/pages/v1/parcels/p4rc3l');
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ operationId: 'getParcel', actor: 'customer' });
  expect(lines[0]).not.toContain('p4rc3l');
});
