import { DefaultQueryExecutor } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { generateApiKey } from '../src/authentication/api-key.ts';
import { apiKeyLookup } from '../src/authentication/api-key-lookup.ts';
import { operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
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

test.each(operationIds)('%s rejects a missing and an unknown API key', async (operationId) => {
  const missing = await api.exampleCompany.api.sample(operationId, { key: null });
  expect([missing.status, missing.error]).toEqual([401, 'missing_api_key']);
  const unknown = await api.exampleCompany.api.sample(operationId, { key: unknownKey });
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

test('rejects a revoked key within 5 seconds, even if it was in use', async () => {
  const { id, key } = await api.exampleCompany.newKey('*');
  const ask = async () => (await api.exampleCompany.api.call('getCompany', { key })).status;
  expect(await ask()).toBe(200);
  await api.database.kysely
    .updateTable('apiKey')
    .set({ revokedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
  onTestFinished(() => clock.mockRestore());
  expect(await ask()).toBe(401);
});

const isLookUp = ({ sql }: { sql: string }) => sql.startsWith('select "id", "scopes" from "api_key"');

test('concurrent requests share one lookup of their key', async () => {
  const { key, id } = await api.exampleCompany.newKey('*');
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  const lookUp = apiKeyLookup(api.database, testLog().logger);
  const callers = await Promise.all(Array.from({ length: 20 }, () => lookUp(key, '192.0.2.1')));
  expect(callers).toEqual(
    Array(20).fill(expect.objectContaining({ tenant: api.exampleCompany.id, actor: { kind: 'key', id } })),
  );
  expect(executed.mock.calls.filter(([query]) => isLookUp(query))).toHaveLength(1);
});

test('limits concurrent lookups of unknown keys', async () => {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  let running = 0;
  let most = 0;
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  executed.mockImplementation(async function (this: DefaultQueryExecutor, ...query) {
    // Meanwhile, the service may write when other keys were last used.
    if (!isLookUp(query[0])) return executeQuery.apply(this, query) as never;
    running += 1;
    most = Math.max(most, running);
    return executeQuery.apply(this, query).finally(() => {
      running -= 1;
    }) as never;
  });
  const lookUp = apiKeyLookup(api.database, testLog().logger);
  const keys = Array.from({ length: 20 }, () => generateApiKey(api.exampleCompany.id).key);
  expect(await Promise.all(keys.map((key) => lookUp(key, '192.0.2.1')))).toEqual(Array(20).fill(null));
  expect(most).toBe(2);
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
