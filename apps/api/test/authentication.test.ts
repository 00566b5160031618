import { DefaultQueryExecutor, type QueryResult, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { generateApiKey } from '../src/authentication/api-key.ts';
import { apiKeyLookup } from '../src/authentication/api-key-lookup.ts';
import { operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

// Lookups are limited by client address.
const api = await openTestApi({ trustProxy: 1 });
const { key: validKey } = await api.exampleCompany.newKey('*');

async function revokedKey(): Promise<string> {
  const { id, key } = await api.exampleCompany.newKey('*');
  await api.database.kysely
    .updateTable('apiKey')
    .set({ revokedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  return key;
}

const unknownKey = generateApiKey(api.exampleCompany.id).key;

const withoutKey: Record<string, string | undefined> = {
  'no header': undefined,
  'an empty header': '',
  'the scheme alone': 'Bearer',
  'another scheme': `Basic ${validKey}`,
  'the key without a scheme': validKey,
  'two keys': `Bearer ${validKey} ${validKey}`,
};

const wrongKeys: Record<string, string> = {
  'an unknown key': unknownKey,
  'a key of a company that does not exist': generateApiKey('987654321').key,
  'a key of a company number beyond all': generateApiKey('9'.repeat(30)).key,
  'a key with another company in it': validKey.replace(
    `_${api.exampleCompany.id}_`,
    `_${api.emptyCompany.id}_`,
  ),
  'a key cut short': validKey.slice(0, -1),
  'a key in capitals': validKey.toUpperCase(),
  'no key of ours': 'secret',
  'a revoked key': await revokedKey(),
};

/** Returns the headers of a request from the address 192.0.2.`number`. */
const fromAddress = (number: number) => ({ 'X-Forwarded-For': `192.0.2.${number}` });

test.each(operationIds)('%s rejects a missing and an unknown API key', async (operationId) => {
  const missing = await api.exampleCompany.api.sample(operationId, { key: null });
  expect([missing.status, missing.error]).toEqual([401, 'missing_api_key']);
  const unknown = await api.exampleCompany.api.sample(operationId, {
    key: unknownKey,
    headers: fromAddress(operationIds.indexOf(operationId) + 1),
  });
  expect([unknown.status, unknown.error]).toEqual([401, 'invalid_api_key']);
});

test.each(Object.entries(withoutKey))('rejects %s as API key', async (_what, authorization) => {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const { status, error } = await api.exampleCompany.api.call('getCompany', { key: null, headers });
  expect([status, error]).toEqual([401, 'missing_api_key']);
});

test.each(Object.entries(wrongKeys))('rejects %s', async (_what, key) => {
  const { status, error } = await api.exampleCompany.api.call('getCompany', { key });
  expect([status, error]).toEqual([401, 'invalid_api_key']);
});

test('the authentication scheme is case-insensitive', async () => {
  const { status } = await api.exampleCompany.api.call('getCompany', {
    key: null,
    headers: { Authorization: `bEARER  ${validKey} ` },
  });
  expect(status).toBe(200);
});

async function revoke(id: string): Promise<void> {
  await api.database.kysely
    .updateTable('apiKey')
    .set({ revokedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}

const monotonicTime = performance.now.bind(performance);

/** Advances the monotonic clock until the end of the test. */
function advanceClock(ms: number): void {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => monotonicTime() + ms);
  onTestFinished(() => clock.mockRestore());
}

/** Until the end of the test, no timer fires on its own. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
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

/** Passes lookups of API keys to a function of the test, which can count, delay or replace them. */
function interceptLookups(intercept: (run: RunQuery) => Promise<QueryResult<unknown>>) {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  executed.mockImplementation(async function (this: DefaultQueryExecutor, ...query) {
    const run = () => executeQuery.apply(this, query);
    const isLookup = query[0].sql.startsWith('select "id", "scopes" from "api_key"');
    return (isLookup ? intercept(run) : run()) as never;
  });
}

const newLookup = () => apiKeyLookup(api.database, testLog().logger);

test('concurrent requests share one lookup of their key', async () => {
  const { key, id } = await api.exampleCompany.newKey('*');
  let lookups = 0;
  interceptLookups((run) => {
    lookups += 1;
    return run();
  });
  const lookUp = newLookup();
  const callers = await Promise.all(Array.from({ length: 20 }, () => lookUp(key, '192.0.2.1')));
  expect(callers).toEqual(
    Array(20).fill(expect.objectContaining({ tenant: api.exampleCompany.id, actor: { kind: 'key', id } })),
  );
  expect(lookups).toBe(1);
});

const newUnknownKeys = (count: number) =>
  Array.from({ length: count }, () => generateApiKey(api.exampleCompany.id).key);

test('looks up unknown keys one at a time', async () => {
  let running = 0;
  let most = 0;
  interceptLookups(async (run) => {
    running += 1;
    most = Math.max(most, running);
    return run().finally(() => {
      running -= 1;
    });
  });
  const lookUp = newLookup();
  const callers = await Promise.all(newUnknownKeys(20).map((key) => lookUp(key, '192.0.2.1')));
  expect(callers).toEqual(Array(20).fill(null));
  expect(most).toBe(1);
});

test('looks up keys that have worked, however many addresses send unknown keys', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => api.exampleCompany.newKey('*')));
  const revoked = await api.exampleCompany.newKey('*');
  const lookUp = newLookup();
  const lookUpAll = () => Promise.all([...keys, revoked].map(({ key }) => lookUp(key, '192.0.2.1')));
  await lookUpAll();
  await revoke(revoked.id);
  advanceClock(5_000);
  stopTimers();
  const locked = Promise.withResolvers<void>();
  const flooded = Promise.withResolvers<void>();
  const lock = api.database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table api_key`.execute(transaction);
    locked.resolve();
    await flooded.promise;
  });
  await locked.promise;
  const flood = newUnknownKeys(700).map((key, index) => lookUp(key, `198.51.${index >> 8}.${index & 255}`));
  // The queue is full.
  await expect(Promise.all(flood)).rejects.toMatchObject({ code: 'service_unavailable' });
  const callers = lookUpAll();
  flooded.resolve();
  await lock;
  expect((await callers).map((caller) => caller?.actor.id)).toEqual([...keys.map(({ id }) => id), undefined]);
  await Promise.allSettled(flood);
});

test('accepts a key that has worked within the last hour if its lookup fails', async () => {
  const { key, id } = await api.exampleCompany.newKey('*');
  const lookUp = newLookup();
  await lookUp(key, '192.0.2.1');
  advanceClock(50 * 60_000);
  interceptLookups(() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  expect(await lookUp(key, '192.0.2.1')).toMatchObject({ actor: { id } });
  advanceClock(61 * 60_000);
  await expect(lookUp(key, '192.0.2.1')).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('waits two seconds for the lookup of a key that has worked', async () => {
  const { key, id } = await api.exampleCompany.newKey('*');
  const lookUp = newLookup();
  await lookUp(key, '192.0.2.1');
  await revoke(id);
  advanceClock(5_000);
  const released = Promise.withResolvers<void>();
  interceptLookups((run) => released.promise.then(run));
  stopTimers();
  const accepted = lookUp(key, '192.0.2.1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await accepted).toMatchObject({ actor: { id } });
  vi.useRealTimers();
  released.resolve();
  await expect.poll(() => lookUp(key, '192.0.2.1')).toBeNull();
});

test('waits for a slow lookup two seconds from its start, and warns once a minute', async () => {
  const { key, id } = await api.exampleCompany.newKey('*');
  const { logger, lines } = testLog();
  const lookUp = apiKeyLookup(api.database, logger);
  await lookUp(key, '192.0.2.1');
  advanceClock(5_000);
  const released = Promise.withResolvers<void>();
  interceptLookups((run) => released.promise.then(run));
  const first = lookUp(key, '192.0.2.1');
  advanceClock(8_000);
  // The lookup began three seconds ago.
  const results = await Promise.all([lookUp(key, '192.0.2.1'), lookUp(key, '192.0.2.1')]);
  expect(results).toMatchObject([{ actor: { id } }, { actor: { id } }]);
  expect(
    lines.filter((line) => line.includes('accepted an API key') && line.includes(`"keyId":"${id}"`)),
  ).toHaveLength(1);
  released.resolve();
  await first;
});

test('waits for the lookup of a key that was not looked up for a minute while other lookups succeed', async () => {
  const [stale, other] = [await api.exampleCompany.newKey('*'), await api.exampleCompany.newKey('*')];
  const lookUp = newLookup();
  await lookUp(stale.key, '192.0.2.1');
  await revoke(stale.id);
  advanceClock(61_000);
  await lookUp(other.key, '192.0.2.1');
  const released = Promise.withResolvers<void>();
  interceptLookups((run) => released.promise.then(run));
  stopTimers();
  const caller = lookUp(stale.key, '192.0.2.1');
  await vi.advanceTimersByTimeAsync(10_000);
  released.resolve();
  expect(await caller).toBeNull();
});

test('rejects keys of companies that do not exist without looking them up', async () => {
  let lookups = 0;
  interceptLookups((run) => {
    lookups += 1;
    return run();
  });
  const lookUp = newLookup();
  const keys = Array.from({ length: 700 }, (_, index) => generateApiKey(`${900_000 + index}`).key);
  const callers = await Promise.all(keys.map((key) => lookUp(key, '192.0.2.1')));
  expect(callers).toEqual(Array(700).fill(null));
  expect(lookups).toBe(0);
});

test('finds the key of a new company at once', async () => {
  const lookUp = newLookup();
  const known = await api.emptyCompany.newKey('*');
  await lookUp(known.key, '192.0.2.1');
  const company = await api.addCompany();
  const { key } = await company.newKey('*');
  expect(await lookUp(key, '192.0.2.1')).toMatchObject({ tenant: company.id });
});

test('limits unknown keys from a network, but not keys that have worked', async () => {
  const send = async (key: string, address: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address };
    const response = await fetch(`${api.url}/v1/company`, { headers });
    return { status: response.status, seconds: Number(response.headers.get('retry-after')) };
  };
  expect((await send(validKey, '2001:db8:0:1::1')).status).toBe(200);
  for (const [index, key] of newUnknownKeys(60).entries())
    expect((await send(key, `2001:db8:0:1::${index}`)).status).toBe(401);
  const [key = ''] = newUnknownKeys(1);
  const limited = await send(key, '2001:db8:0:1:ffff::');
  expect(limited.status).toBe(429);
  expect(limited.seconds).toBeGreaterThan(50);
  const { key: keyOfNoCompany } = generateApiKey('987654321');
  expect((await send(keyOfNoCompany, '2001:db8:0:1::1')).status).toBe(429);
  expect((await send(key, '2001:db8:0:2::1')).status).toBe(401);
  expect((await send(validKey, '2001:db8:0:1::1')).status).toBe(200);
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
