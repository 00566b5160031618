import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { apiKeys } from '../src/company/authentication/api-key.ts';
import { operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';
import { secretKey } from './support/test-company.ts';

const api = await openTestApi();
const { key: validKey } = await api.exampleCompany.newKey('*');

async function revoke(id: string): Promise<void> {
  await api.database.kysely
    .updateTable('apiKey')
    .set({ revokedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}

async function revokedKey(): Promise<string> {
  const { id, key } = await api.exampleCompany.newKey('*');
  await revoke(id);
  return key;
}

const { generate } = apiKeys({ secretKey });
const strangers = apiKeys({ secretKey: Buffer.alloc(32, 1) });

/** Made with the secret of another service. */
const madeUpKey = (companyId = api.exampleCompany.id) => strangers.generate(companyId).key;

const withoutKey: Record<string, string | undefined> = {
  'no header': undefined,
  'an empty header': '',
  'the scheme alone': 'Bearer',
  'another scheme': `Basic ${validKey}`,
  'the key without a scheme': validKey,
  'two keys': `Bearer ${validKey} ${validKey}`,
};

const changed = (key: string, at: number) => {
  const digit = key.at(at) === '0' ? '1' : '0';
  return key.slice(0, at) + digit + key.slice(at).slice(1);
};

const wrongKeys: Record<string, string> = {
  'a made-up key': madeUpKey(),
  'a key that was never stored': generate(api.exampleCompany.id).key,
  'a key of a company that does not exist': generate('987654321').key,
  'a key of a company number beyond all': generate('9'.repeat(30)).key,
  'a key with another company in it': validKey.replace(
    `_${api.exampleCompany.id}_`,
    `_${api.emptyCompany.id}_`,
  ),
  'a key with another random part': changed(validKey, -50),
  'a key with another MAC': changed(validKey, -1),
  'a key without a MAC': validKey.slice(0, -33),
  'a key cut short': validKey.slice(0, -1),
  'a key in capitals': validKey.toUpperCase(),
  'no key of ours': 'secret',
  'a revoked key': await revokedKey(),
};

test.each(operationIds)('%s rejects a missing and an unknown API key', async (operationId) => {
  const missing = await api.exampleCompany.api.sample(operationId, { key: null });
  expect([missing.status, missing.error]).toEqual([401, 'missing_api_key']);
  const unknown = await api.exampleCompany.api.sample(operationId, { key: madeUpKey() });
  expect([unknown.status, unknown.error]).toEqual([401, 'invalid_api_key']);
});

test.each(Object.entries(withoutKey))('rejects %s as API key', async (_what, authorization) => {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const { status, error } = await api.exampleCompany.api.call('getCompany', { key: null, headers });
  expect([status, error]).toEqual([401, 'missing_api_key']);
});

test.each(Object.entries(wrongKeys))('rejects %s', async (_what, key) => {
  const { status, error, headers } = await api.exampleCompany.api.call('getCompany', { key });
  expect([status, error]).toEqual([401, 'invalid_api_key']);
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('the authentication scheme is case-insensitive', async () => {
  const { status } = await api.exampleCompany.api.call('getCompany', {
    key: null,
    headers: { Authorization: `bEARER  ${validKey} ` },
  });
  expect(status).toBe(200);
});

const monotonicTime = performance.now.bind(performance);

/** Advances the monotonic clock until the end of the test. */
function advanceClock(ms: number): void {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => monotonicTime() + ms);
  onTestFinished(() => clock.mockRestore());
}

test('rejects a revoked key within 5 seconds, even if it was in use', async () => {
  const { id, key } = await api.exampleCompany.newKey('*');
  const ask = async () => (await api.exampleCompany.api.call('getCompany', { key })).status;
  expect(await ask()).toBe(200);
  await revoke(id);
  advanceClock(5_000);
  expect(await ask()).toBe(401);
  expect(await ask()).toBe(401);
});

type RunQuery = () => Promise<QueryResult<unknown>>;

/** Passes lookups of API keys to a function of the test, which can replace them. Returns how many there were until now. */
function interceptLookups(intercept = (run: RunQuery) => run()): () => number {
  let lookups = 0;
  const { executeQuery } = DefaultQueryExecutor.prototype;
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  executed.mockImplementation(async function (this: DefaultQueryExecutor, ...query) {
    const run = () => executeQuery.apply(this, query);
    if (!query[0].sql.includes('from "api_key"')) return run() as never;
    lookups += 1;
    return intercept(run) as never;
  });
  return () => lookups;
}

async function send(key: string, address = '192.0.2.1', url = api.url) {
  const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address };
  const response = await fetch(`${url}/v1/company`, { headers });
  await response.body?.cancel();
  return response.status;
}

const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`;

test('concurrent requests share one lookup of their key', async () => {
  const { key } = await api.exampleCompany.newKey('*');
  const lookups = interceptLookups();
  expect(await Promise.all(Array.from({ length: 20 }, () => send(key)))).toEqual(Array(20).fill(200));
  expect(lookups()).toBe(1);
});

test('after a start, made-up keys from many addresses neither delay other keys nor reach the database', async () => {
  const { url, exampleCompany: company, emptyCompany } = await openTestApi();
  const keys = await Promise.all(Array.from({ length: 10 }, () => company.newKey('*')));
  const lookups = interceptLookups();
  const companies = [company.id, emptyCompany.id, '987654321'];
  const flood = Array.from({ length: 700 }, (_, index) =>
    send(madeUpKey(companies[index % companies.length]), addressOf(index), url),
  );
  const statuses = await Promise.all(keys.map(({ key }) => send(key, '192.0.2.1', url)));
  expect(statuses).toEqual(Array(10).fill(200));
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
  expect(lookups()).toBe(10);
});

test('looks a revoked key up once, however often it is sent', async () => {
  const key = await revokedKey();
  const lookups = interceptLookups();
  for (let seconds = 0; seconds < 50; seconds += 5) {
    advanceClock(seconds * 1_000);
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(key, addressOf(index))));
    expect(new Set(statuses)).toEqual(new Set([401]));
  }
  expect(lookups()).toBe(1);
});

test('responds with 503 while keys cannot be looked up, also to one that has worked', async () => {
  const { key } = await api.exampleCompany.newKey('*');
  expect(await send(key)).toBe(200);
  advanceClock(5_000);
  let isAway = true;
  interceptLookups((run) =>
    isAway ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) : run(),
  );
  expect(await send(key)).toBe(503);
  expect(await send(madeUpKey())).toBe(401);
  isAway = false;
  expect(await send(key)).toBe(200);
});

test('finds the key of a new company at once', async () => {
  const company = await api.addCompany();
  const { key } = await company.newKey('*');
  expect(await send(key)).toBe(200);
});

test('stores the hash of a key and the time of its last use', async () => {
  const { key, id } = await api.exampleCompany.newKey('read:company');
  await api.exampleCompany.api.call('getCompany', { key });
  const row = api.database.kysely.selectFrom('apiKey').selectAll().where('id', '=', id);
  // The request does not wait for this write.
  await expect.poll(async () => (await row.executeTakeFirstOrThrow()).lastUsedAt).not.toBeNull();
  const stored = await row.executeTakeFirstOrThrow();
  expect(JSON.stringify({ ...stored, hash: stored.hash.toString('latin1') })).not.toContain(key.slice(-28));
});
