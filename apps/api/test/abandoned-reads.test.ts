import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const { url, exampleCompany, database, log } = await openTestApi();
const { key } = await exampleCompany.newKey('*');
const headers = { Authorization: `Bearer ${key}` };

const get = (path: string, signal: AbortSignal | null = null) =>
  fetch(url + path, { headers, signal }).then(
    ({ status }) => status,
    () => 'gone',
  );

/** More requests than a process has connections. */
const requests = 14;

test.each([
  ['a search', '/v1/customers?q=schneider', 'customer'],
  ['a read of one snapshot', '/v1/projects/1', 'project'],
])('%s ends and releases its connection when the client disconnects', async (_what, path, table) => {
  await database.kysely.transaction().execute(async (holder) => {
    await sql`lock table ${sql.table(table)}`.execute(holder);
    const callers = Array.from({ length: requests }, () => new AbortController());
    const answers = callers.map(({ signal }) => get(path, signal));
    await expect.poll(() => waitingForLocks(database.kysely)).toBeGreaterThan(1);
    for (const caller of callers) caller.abort();
    expect(await Promise.all(answers)).toEqual(callers.map(() => 'gone'));
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(0);
    expect(await get('/v1/company')).toBe(200);
    // Reads that outlived their clients would end with a lock timeout, which is logged as a failure.
    expect(log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
  expect(await get('/v1/customers')).toBe(200);
});
