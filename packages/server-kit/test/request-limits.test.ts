import { describe, expect, onTestFinished, test } from 'vitest';
import { invalidRequest, type RequestLimit } from '../src/index.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

async function serveLimited(...limits: RequestLimit[]) {
  const { send, close, authenticated, lines } = await serveSynthetic({
    getThing: { path: '/v1/thing', limits },
    getOther: { path: '/v1/other', limits },
    getUnlimited: { path: '/v1/unlimited' },
  });
  onTestFinished(close);
  return {
    authenticated,
    loggedAddresses: () => lines.map((line) => JSON.parse(line).clientAddress),
    async get(
      path: string,
      { from = '192.0.2.1', caller = 'anna' }: { from?: string; caller?: string | null } = {},
    ) {
      const { status, headers } = await send(path, { caller, headers: { 'x-forwarded-for': from } });
      return { status, headers };
    },
  };
}

const byAddress: RequestLimit = { name: 'reads', by: 'address', requests: 2, seconds: 60 };
const byCaller: RequestLimit = { name: 'papers', by: 'caller', requests: 1, seconds: 60 };
const byTenant: RequestLimit = { name: 'creations', by: 'tenant', requests: 3, seconds: 3600 };

test('counts requests of an address before authentication, over all operations with the limit', async () => {
  const { get, authenticated } = await serveLimited(byAddress);
  expect((await get('/v1/thing', { caller: null })).status).toBe(401);
  expect((await get('/v1/other', { caller: null })).status).toBe(401);
  const { status, headers } = await get('/v1/thing');
  expect([status, authenticated()]).toEqual([429, 0]);
  expect(headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
  expect(headers.get('ratelimit-policy')).toBe('"reads";q=2;w=60');
  expect(headers.get('retry-after')).toBe(/t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  expect((await get('/v1/unlimited')).status).toBe(200);
  expect((await get('/v1/thing', { from: '192.0.2.2' })).status).toBe(200);
});

test('counts the addresses of an IPv6 network of 64 bits as one', async () => {
  const { get } = await serveLimited(byAddress);
  const statuses = [];
  for (const from of ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:3::', '2001:db8:0:1::1'])
    statuses.push((await get('/v1/thing', { from })).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test.each([
  ['203.0.113.50', ['203.0.113.50:1000', '203.0.113.50:1001', '::ffff:203.0.113.50', '::FFFF:cb00:7132']],
  ['2001:db8::1', ['[2001:db8::1]:1000', '[2001:db8::1]', '2001:DB8:0:0::1', '2001:db8::1%eth0']],
  ['127.0.0.1', ['unknown', '_hidden', '203.0.113.500', '']],
])('counts and logs %s for all of %j', async (address, spellings) => {
  const { get, loggedAddresses } = await serveLimited({ ...byAddress, requests: 3 });
  const statuses = [];
  for (const from of spellings) statuses.push((await get('/v1/thing', { from })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await expect.poll(loggedAddresses).toEqual(spellings.map(() => address));
});

test('counts the requests of a network, per tenant and in total', async () => {
  const { send, close } = await serveSynthetic(
    {
      getThing: {
        path: '/v1/thing',
        limits: [
          { name: 'all', by: 'network', requests: 3, seconds: 60 },
          { name: 'one', by: 'tenant-network', requests: 2, seconds: 60 },
        ],
      },
    },
    {
      authenticate: async ({ headers }) => {
        const tenant = String(headers['x-caller']);
        return { tenant, owner: 'anna', rateLimitKey: 'anna', logFields: {}, hasScope: () => true };
      },
    },
  );
  onTestFinished(close);
  const get = async (caller: string, from: string) =>
    (await send('/v1/thing', { caller, headers: { 'x-forwarded-for': from } })).status;
  const statuses = [];
  for (const address of [1, 2, 3]) statuses.push(await get('1', `203.0.113.${address}`));
  expect(statuses).toEqual([200, 200, 429]);
  expect(await get('1', '203.0.114.1')).toBe(200);
  expect(await get('2', '203.0.113.4')).toBe(429);
  const wide = [];
  for (const [tenant, subnet] of [...'11233'].entries())
    wide.push(await get(String(subnet), `2001:db8:1:${tenant}::1`));
  expect(wide).toEqual([200, 200, 200, 429, 429]);
});

test('lists all limits of an operation in the headers', async () => {
  const { get } = await serveLimited(byTenant, byCaller, byAddress);
  const { headers } = await get('/v1/thing');
  expect(headers.get('ratelimit-policy')).toBe('"reads";q=2;w=60, "papers";q=1;w=60, "creations";q=3;w=3600');
  expect(headers.get('ratelimit')).toMatch(/^"reads";r=1;t=\d+, "papers";r=0;t=\d+, "creations";r=2;t=\d+$/);
});

test('does not count a request towards the limit of the tenant if another limit rejects it', async () => {
  const { get } = await serveLimited({ ...byAddress, requests: 1 }, byTenant);
  const statuses = [];
  for (const address of [1, 1, 1, 2, 3, 4])
    statuses.push((await get('/v1/thing', { from: `192.0.2.${address}` })).status);
  expect(statuses).toEqual([200, 429, 429, 200, 200, 429]);
});

test('separates the callers of a tenant', async () => {
  const { send, close } = await serveSynthetic(
    { getThing: { path: '/v1/thing', limits: [byCaller] } },
    {
      authenticate: async ({ headers }) => {
        const link = String(headers['x-caller']);
        return { tenant: '1', owner: link, rateLimitKey: link, logFields: {}, hasScope: () => true };
      },
    },
  );
  onTestFinished(close);
  const statuses = [];
  for (const caller of ['anna', 'anna', 'bea']) statuses.push((await send('/v1/thing', { caller })).status);
  expect(statuses).toEqual([200, 429, 200]);
});

describe('a limit of successes', () => {
  const successes: RequestLimit = {
    ...{ name: 'creations', by: 'tenant', requests: 2, seconds: 3600 },
    counts: 'successes',
  };
  const refusal = () => invalidRequest({ in: 'body', path: '', code: 'taken', message: 'is taken' });

  async function serve(handle: () => Promise<{ status: 200; body: object }>) {
    const { send, close } = await serveSynthetic({
      addThing: { path: '/v1/things', method: 'POST', limits: [successes], handle },
    });
    onTestFinished(close);
    return async () => {
      const { status, headers } = await send('/v1/things', { method: 'POST' });
      const [, left] = /^"creations";r=(\d+);t=/.exec(headers.get('ratelimit') ?? '') ?? [];
      return [status, Number(left)];
    };
  }

  test('does not count rejected requests', async () => {
    let isTaken = true;
    const send = await serve(async () => {
      if (isTaken) throw refusal();
      return { status: 200, body: {} };
    });
    for (let count = 0; count < 3; count += 1) expect(await send()).toEqual([400, 2]);
    isTaken = false;
    expect(await send()).toEqual([200, 1]);
    isTaken = true;
    expect(await send()).toEqual([400, 1]);
    isTaken = false;
    expect(await send()).toEqual([200, 0]);
    expect(await send()).toEqual([429, 0]);
  });

  test('is not exceeded by concurrent requests', async () => {
    const { promise: decision, resolve: decide } = Promise.withResolvers<void>();
    let started = 0;
    const send = await serve(async () => {
      started += 1;
      const isFirst = started === 1;
      await decision;
      if (isFirst) throw refusal();
      return { status: 200, body: {} };
    });
    const pending = [send(), send()];
    await expect.poll(() => started).toBe(2);
    expect(await send()).toEqual([429, 0]);
    decide();
    expect((await Promise.all(pending)).map(([status]) => status).sort()).toEqual([200, 400]);
    expect(await send()).toEqual([200, 0]);
  });
});
