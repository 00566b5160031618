import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestApi } from './support/test-api.ts';
import type { TestCompany } from './support/test-company.ts';

const { addCompany, database } = await openTestApi();

const rows = [{ articleNumber: 'K-1', name: 'Kabel', materialType: 'misc', purchasePrice: 1 }];

test('a dry run stores no response, so that its key can be used for the real request', async () => {
  const { api, id } = await addCompany();
  const headers = { 'Idempotency-Key': randomUUID() };
  const run = (dryRun: boolean) => api.call('importPriceList', { headers, body: { dryRun, rows } });
  const answers = [await run(true), await run(true), await run(false), await run(false)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
    null,
    null,
    null,
    'true',
  ]);
  const { rows: kept } = await sql<{ n: number; counted: boolean }>`
    select count(*)::int as n, sum(body_bytes) = sum(octet_length(body)) as counted
    from idempotency_key where company_id = ${id}`.execute(database.kysely);
  expect(kept).toEqual([{ n: 1, counted: true }]);
});

const mebibyte = 1024 * 1024;

/** Stores a response that counts as `bytes` bytes and is `hours` hours old. */
async function keep({ id }: TestCompany, bytes: number, hours: number): Promise<void> {
  await sql`alter table idempotency_key alter column body_bytes drop expression if exists, alter column body_bytes set default 0`.execute(
    database.kysely,
  );
  await sql`
    insert into idempotency_key (company_id, owner, key, fingerprint, status, body_bytes, created_at)
    values (${id}, 'key:1', 'kept', '', 200, ${bytes}, now() - ${hours} * interval '1 hour')`.execute(
    database.kysely,
  );
}

const create = ({ api }: TestCompany, key?: string) =>
  api.call('createCustomer', {
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
    body: { lastName: 'Vogel' },
  });

test('rejects new keys beyond 256 MiB of stored responses, but still replays the stored ones', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const full = await addCompany();
  expect((await create(full, 'first')).status).toBe(201);
  await keep(full, 256 * mebibyte, 23);
  // The service reads the total size again after a minute.
  vi.advanceTimersByTime(61_000);
  const refused = await create(full, 'second');
  expect(refused).toMatchObject({ status: 429, error: 'too_many_stored_responses' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await create(full, 'first')).headers.get('idempotent-replayed')).toBe('true');
  expect((await create(full)).status).toBe(201);
});

test('counts responses stored by this process immediately, and does not count expired ones', async () => {
  const company = await addCompany();
  await keep(company, 300 * mebibyte, 25);
  expect((await create(company, 'first')).status).toBe(201);
  const other = await addCompany();
  await keep(other, 256 * mebibyte - 100, 23);
  expect((await create(other, 'first')).status).toBe(201);
  expect((await create(other, 'second')).status).toBe(429);
});
