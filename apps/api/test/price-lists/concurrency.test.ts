import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockImports } from '../../src/catalog/price-lists/import-lock.ts';
import { misc } from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { database, log, newPriceListCompany } = await openTestApi();

test('concurrent imports and new products do not create duplicates', async () => {
  const company = await newPriceListCompany();
  const rows = Array.from({ length: 300 }, (_, index) => ({
    articleNumber: `L-${index}`,
    name: 'Kabel',
    purchasePrice: 1,
  }));
  const list = () => company.import({ ...misc, rows });
  const [one, other] = await Promise.all([
    list(),
    list(),
    company.add({ articleNumber: 'L-150' }).catch(() => undefined),
  ]);
  const created = one.summary.created + other.summary.created;
  expect([299, 300]).toContain(created);
  expect(one.summary.failed + other.summary.failed).toBe(0);
  expect(await company.find('L-150')).toHaveLength(1);
});

test('importing the same list twice concurrently creates its products once', async () => {
  const company = await newPriceListCompany();
  const rows = Array.from({ length: 50 }, (_, index) => ({ articleNumber: `W-${index}`, name: 'x' }));
  const both = await Promise.all([0, 1].map(() => company.import({ defaultMaterialType: 'misc', rows })));
  expect(both.map(({ summary }) => summary.created).toSorted((a, b) => a - b)).toEqual([0, 50]);
});

test('dry runs neither wait for imports nor block them', async () => {
  const company = await newPriceListCompany();
  await company.add({ articleNumber: 'D', purchasePrice: 1 });
  const { status } = await database.kysely.transaction().execute(async (transaction) => {
    await sql`select from company where company_id = ${company.id} for update`.execute(transaction);
    await sql`select from material where company_id = ${company.id} for update`.execute(transaction);
    const body = { dryRun: true, rows: [{ articleNumber: 'D', purchasePrice: 1.1 }] };
    return company.api.call('importPriceList', { body });
  });
  expect(status).toBe(200);
});

test('imports of a company run one after another on one connection, and imports beyond the limit are rejected', async () => {
  const busy = await newPriceListCompany();
  const idle = await newPriceListCompany();
  await busy.add({ articleNumber: 'Q', name: 'Kabel' });
  const body = { ...misc, rows: [{ articleNumber: 'Q', name: 'Kabel', purchasePrice: 1 }] };
  const { answers, refused } = await database.kysely.transaction().execute(async (transaction) => {
    await sql`select from material where company_id = ${busy.id} for update`.execute(transaction);
    const answers = Array.from({ length: 12 }, () => busy.api.call('importPriceList', { body }));
    const refused = await Promise.race(answers);
    const unread = await busy.api.sample('importPriceList', { rawBody: '{' });
    expect(unread).toMatchObject({ status: 429, error: 'too_many_concurrent' });
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    expect((await idle.import(body)).summary).toMatchObject({ created: 1 });
    expect(await waitingForLocks(database.kysely)).toBe(1);
    return { answers, refused };
  });
  expect(refused).toMatchObject({ status: 429, error: 'too_many_concurrent' });
  expect(refused.headers.get('Retry-After')).toBe('10');
  const done = (await Promise.all(answers)).filter(({ status }) => status === 200);
  expect(done.map(({ body }) => body.summary.updated).toSorted()).toEqual([...Array(10).fill(0), 1]);
});

test('rejects an import while another process imports for the company', async () => {
  const company = await newPriceListCompany();
  const body = { ...misc, rows: [{ articleNumber: 'P', name: 'Kabel' }] };
  await database.transaction(company.id, async (db) => {
    await lockImports(db);
    const { status, error, headers } = await company.api.call('importPriceList', { body });
    expect({ status, error }).toEqual({ status: 429, error: 'too_many_concurrent' });
    expect(headers.get('Retry-After')).toBe('10');
  });
  expect((await company.import(body)).summary).toMatchObject({ created: 1 });
});

test('rejects a list after repeated conflicts with concurrent changes and imports nothing', async () => {
  const company = await newPriceListCompany();
  await sql`
    create function come_before() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'unique_violation'; end $$
  `.execute(database.kysely);
  await sql`
    create trigger come_before before insert on material for each row when (new.article_number = 'COMES-2')
      execute function come_before()
  `.execute(database.kysely);
  const rows = ['COMES-1', 'COMES-2'].map((articleNumber) => ({ articleNumber, name: 'Kabel' }));
  const { status, error, text, headers } = await company.api.call('importPriceList', {
    body: { ...misc, rows },
    mayFail: true,
  });
  await sql`drop function come_before cascade`.execute(database.kysely);
  expect({ status, error }).toEqual({ status: 503, error: 'service_unavailable' });
  expect(text).toContain('Other requests changed the same records meanwhile');
  expect(headers.get('Retry-After')).toBe('5');
  expect(await company.find('COMES-1')).toEqual([]);
  const logged = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request rejected');
  expect(logged).toMatchObject({
    operationId: 'importPriceList',
    code: 'service_unavailable',
    error: { code: '23505' },
  });
});
