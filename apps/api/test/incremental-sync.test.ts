import { createClient } from '@pv-planning/client';
import type { Customer } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestLimits } from '../src/server/service.ts';
import { seededRandom } from './processes/crash/seeded-random.ts';
import { contract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';
import type { TestCompany } from './support/test-company.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

type Copy = Map<string, Customer>;

/** Brings a copy up to date. Returns the time from which the next run starts. */
type Refresh = (copy: Copy, since: string) => Promise<string>;

const { addCompany, url, database } = await openTestApi();

const guide = contract.tags.find(({ name }) => name === 'Lists')?.description ?? '';
const [pagesFrom = '', refresh = ''] = Array.from(
  guide.matchAll(/^```ts\n(.*?)^```$/gms),
  ([, code]) => code,
);

const pageSize = 5;

/** Loads the code of the guide, with pages so small that records move between them. */
async function guideRefresh(key: string): Promise<Refresh> {
  const code = `${pagesFrom}${refresh}`.replaceAll('limit=200', `limit=${pageSize}`);
  const source = `export default (baseUrl, headers) => {${code}return refresh;}`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default(url, { Authorization: `Bearer ${key}` });
}

/** Returns the same function, written with the client. */
async function clientRefresh(key: string): Promise<Refresh> {
  const client = createClient({ baseUrl: url, apiKey: key });
  return async (copy, since) => {
    const started = Date.now();
    const changed = { updatedFrom: since, sort: 'updatedAt.asc', limit: pageSize } as const;
    for await (const customer of client.listCustomers.all({ query: changed }))
      copy.set(customer.id, customer);
    const deleted = { type: 'customer.deleted', createdFrom: since, sort: 'createdAt.asc' } as const;
    for await (const { data } of client.listEvents.all({ query: deleted }))
      if ('id' in data) copy.delete(data.id);
    return new Date(started - 60_000).toISOString();
  };
}

const atTheBeginning = '1970-01-01T00:00:00Z';

async function allCustomers({ api }: TestCompany): Promise<Copy> {
  const { body } = await api.call('listCustomers', { query: { limit: 200 } });
  expect(body.total).toBe(body.data.length);
  return new Map(body.data.map((customer) => [customer.id, customer]));
}

async function addCustomers({ api }: TestCompany, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await api.call('createCustomer', { body: { lastName: `Vogel ${number}` } });
}

/** Creates, changes and deletes customers until `signal` is aborted. Returns the ids of the deleted ones. */
async function keepWriting(
  { api }: TestCompany,
  known: Copy,
  seed: number,
  signal: AbortSignal,
): Promise<string[]> {
  const random = seededRandom(seed);
  const ids = [...known.keys()];
  const deleted: string[] = [];
  while (!signal.aborted) {
    const index = Math.floor(random() * ids.length);
    const id = ids[index] ?? '';
    const kind = random();
    if (kind < 0.15 || ids.length < 20) {
      const { body } = await api.call('createCustomer', { body: { lastName: `Neu ${kind}` } });
      ids.push(body.id);
    } else if (kind < 0.25) {
      await api.call('deleteCustomer', { params: { id } });
      ids.splice(index, 1);
      deleted.push(id);
    } else {
      await api.call('updateCustomer', { params: { id }, body: { notes: `${kind}` } });
    }
  }
  return deleted;
}

describe.each([
  ['guide', guideRefresh],
  ['client', clientRefresh],
])('a copy synchronized with the code of the %s', (_name, refreshWith) => {
  test('misses no change made during the synchronization', async () => {
    const company = await addCompany();
    const run = await refreshWith((await company.newKey('*')).key);
    await addCustomers(company, 60);
    const kept: Copy = new Map();
    let since = atTheBeginning;
    for (const seed of [1, 2, 3, 4]) {
      const before = await allCustomers(company);
      const writing = new AbortController();
      const writers = keepWriting(company, before, seed, writing.signal);
      // Starts from an empty copy: records of earlier runs could hide records that this run misses.
      const fresh: Copy = new Map();
      await run(fresh, atTheBeginning);
      since = await run(kept, since);
      writing.abort();
      const deleted = new Set(await writers);
      const missing = [...before.keys()].filter((id) => !fresh.has(id) && !deleted.has(id));
      expect({ seed, missing }).toEqual({ seed, missing: [] });
    }
    await run(kept, since);
    expect(kept).toEqual(await allCustomers(company));
  });

  test('gets a change that was committed after its page had been read', async () => {
    const company = await addCompany();
    const run = await refreshWith((await company.newKey('*')).key);
    await addCustomers(company, 12);
    const [id = ''] = (await allCustomers(company)).keys();
    const copy: Copy = new Map();
    const { changing, started, since } = await database.kysely.transaction().execute(async (transaction) => {
      // The change already has its time while its event waits for the lock.
      await sql`lock table webhook_event in share mode`.execute(transaction);
      const changing = company.api.call('updateCustomer', { params: { id }, body: { notes: 'late' } });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const started = new Date().toISOString();
      const since = await run(copy, atTheBeginning);
      expect(copy.get(id)?.notes).toBeNull();
      return { changing: { response: changing }, started, since };
    });
    const { body: changed } = await changing.response;
    expect(changed.updatedAt < started).toBe(true);
    // Later changes. A run without an overlap would continue from them and miss the first change.
    await addCustomers(company, 3);
    await run(copy, since);
    expect(copy).toEqual(await allCustomers(company));
  });
});

test("the guide's overlap is longer than a change can take to become visible", () => {
  const { transactionMs = Number.POSITIVE_INFINITY } = requestLimits.timeouts ?? {};
  expect(guide).toContain(`not committed within ${transactionMs / 1000} seconds`);
  const [, overlap = ''] = /started - ([\d_]+)\)/.exec(refresh) ?? [];
  expect(Number(overlap.replaceAll('_', '')) - transactionMs).toBeGreaterThanOrEqual(10_000);
});
