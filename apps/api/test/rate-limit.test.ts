import { expect, test } from 'vitest';
import { operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const limit = 6;
const { exampleCompany, url } = await openTestApi({ rateLimit: limit });

async function newClient() {
  const { key } = await exampleCompany.newKey('*');
  return exampleCompany.api.withKey(key);
}

test('every response counts, whatever its status', async () => {
  const client = await newClient();
  const requests = [
    () => client.call('getCompany'),
    () => client.call('getCustomer', { params: { id: '987654321' } }),
    () => client.send('POST', '/v1/customers', { rawBody: '{' }),
    () => client.send('POST', '/v1/customers', { rawBody: 'x', headers: { 'Content-Type': 'text/plain' } }),
    () => client.send('GET', '/v1/customers', { query: 'limit=0' }),
    () => client.send('HEAD', '/v1/company'),
  ];
  for (const [index, request] of requests.entries()) {
    const { headers } = await request();
    expect(headers.get('ratelimit-policy')).toBe(`"default";q=${limit};w=60`);
    expect(headers.get('ratelimit')).toMatch(
      new RegExp(`^"default";r=${limit - index - 1};t=([1-9]|[1-5]\\d|60)$`),
    );
  }
});

async function exhaustedClient() {
  const client = await newClient();
  for (let count = 0; count < limit; count += 1) expect((await client.call('getCompany')).status).toBe(200);
  return client;
}

test('rejects every operation beyond the limit, with the time to wait', async () => {
  let client = await exhaustedClient();
  for (const [index, operationId] of operationIds.entries()) {
    // Uses a new key every ten operations, so that no window ends before its last request.
    if (index % 10 === 9) client = await exhaustedClient();
    const { status, error, headers, text } = await client.sample(operationId);
    expect({ operationId, status, error }).toEqual({ operationId, status: 429, error: 'rate_limited' });
    const seconds = headers.get('retry-after') ?? '';
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    expect(text).toContain(seconds);
  }
});

test('limits each key separately', async () => {
  const [first, second] = [await newClient(), await newClient()];
  for (let count = 0; count <= limit; count += 1) await first.call('getCompany');
  expect((await first.call('getCompany')).status).toBe(429);
  expect((await second.call('getCompany')).status).toBe(200);
});

test('admits no more concurrent requests than the limit', async () => {
  const client = await newClient();
  const answers = await Promise.all(Array.from({ length: limit * 2 }, () => client.call('getCompany')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
});

test('does not limit requests that need no key', async () => {
  for (let count = 0; count <= limit; count += 1) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const { headers } = await exampleCompany.api.send('GET', '/v1/company', { key: 'wrong' });
    expect(headers.get('ratelimit')).toBeNull();
  }
});
