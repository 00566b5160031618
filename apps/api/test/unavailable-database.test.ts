import { CompiledQuery, PostgresDriver, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { startService } from '../src/server/service.ts';
import { checkAgainstContract } from './support/contract-check.ts';
import { startDatabaseProxy } from './support/database-proxy.ts';
import { openTestApi } from './support/test-api.ts';
import { secretKey } from './support/test-company.ts';

const { exampleCompany, database } = await openTestApi();
const { key } = await exampleCompany.newKey('*');

/** Starts a service whose connection to the database can be interrupted. */
async function startWithProxy() {
  const proxy = await startDatabaseProxy(database.url);
  const environment = { DATABASE_URL: proxy.url, SECRET_KEY: secretKey.toString('base64'), PORT: '0' };
  const service = await startService(readSettings(environment), testLog().logger, { role: 'api' });
  onTestFinished(service.close);
  return { ...proxy, url: service.url ?? '' };
}

async function send(url: string, path: string, lastName?: string) {
  const method = lastName === undefined ? 'GET' : 'POST';
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(lastName !== undefined && { body: JSON.stringify({ lastName }) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  checkAgainstContract({ method, path, status, headers, text }, { mayFail: true });
  return { status, error: JSON.parse(text).error, retryAfter: headers.get('retry-after') };
}

const unavailable = { status: 503, error: 'service_unavailable', retryAfter: '5' };

/** Returns the number of customers with this name. */
async function countOf(lastName: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from customer where last_name = ${lastName}`.execute(database.kysely);
  return rows[0]?.n ?? 0;
}

test('responds with 503 and Retry-After while the database is unavailable, and recovers', async () => {
  const { url, cut, restore } = await startWithProxy();
  expect(await send(url, '/v1/company')).toMatchObject({ status: 200 });
  await cut();
  expect(await send(url, '/v1/customers')).toEqual(unavailable);
  expect(await send(url, '/v1/customers', 'Abwesend')).toEqual(unavailable);
  await restore();
  await expect.poll(async () => (await send(url, '/v1/customers', 'Anwesend')).status).toBe(201);
  expect([await countOf('Abwesend'), await countOf('Anwesend')]).toEqual([0, 1]);
});

/** Locks a table while `work` runs. */
async function whileWaiting(table: string, work: () => Promise<void>): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.id(table)}`.execute(transaction);
    await work();
  });
}

test('rolls back a change whose connection breaks', async () => {
  const { url, cut } = await startWithProxy();
  expect(await send(url, '/v1/company')).toMatchObject({ status: 200 });
  await whileWaiting('customer', async () => {
    const answer = send(url, '/v1/customers', 'Abgerissen');
    const waiting = sql`select from pg_locks where relation = 'customer'::regclass and not granted`;
    await expect.poll(async () => (await waiting.execute(database.kysely)).rows).toHaveLength(1);
    await cut();
    expect(await answer).toEqual(unavailable);
  });
  expect(await countOf('Abgerissen')).toBe(0);
});

test('responds with 503 if the connection breaks before the commit is sent', async () => {
  const { url, cut } = await startWithProxy();
  expect(await send(url, '/v1/company')).toMatchObject({ status: 200 });
  const { commitTransaction } = PostgresDriver.prototype;
  const commit = vi.spyOn(PostgresDriver.prototype, 'commitTransaction');
  onTestFinished(() => commit.mockRestore());
  commit.mockImplementationOnce(async function (this: PostgresDriver, connection) {
    await cut();
    await expect(connection.executeQuery(CompiledQuery.raw('select'))).rejects.toThrow();
    await commitTransaction.call(this, connection);
  });
  expect(await send(url, '/v1/customers', 'Ungesendet')).toEqual(unavailable);
  expect(await countOf('Ungesendet')).toBe(0);
});

test('responds with 500 if the connection breaks during the commit', async () => {
  const { url, cut } = await startWithProxy();
  expect(await send(url, '/v1/company')).toMatchObject({ status: 200 });
  await sql
    .raw(`
    create table committing ();
    create function wait_for_lock() returns trigger language plpgsql as
      'begin lock table committing in share mode; return null; end';
    create constraint trigger slow_commit after insert on customer deferrable initially deferred
      for each row execute function wait_for_lock()`)
    .execute(database.kysely);
  await whileWaiting('committing', async () => {
    const answer = send(url, '/v1/customers', 'Ungewiss');
    const waiting = sql`select from pg_locks where relation = 'committing'::regclass and not granted`;
    await expect.poll(async () => (await waiting.execute(database.kysely)).rows).toHaveLength(1);
    await cut();
    expect(await answer).toMatchObject({ status: 500, error: 'internal_error' });
  });
  await sql`drop table committing cascade`.execute(database.kysely);
  await sql`drop function wait_for_lock cascade`.execute(database.kysely);
});

test.each([
  [500, 'a pooler loses its connection', '08P01'],
  [503, 'other changes collide with it, however often it is repeated,', '40P01'],
])('responds with %i if %s during the commit', async (status, _what, code) => {
  const { url } = await startWithProxy();
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as
      'begin raise exception using errcode = ''${code}''; end';
    create constraint trigger refuse after insert on customer deferrable initially deferred
      for each row execute function refuse()`)
    .execute(database.kysely);
  try {
    const error = status === 500 ? 'internal_error' : 'service_unavailable';
    expect(await send(url, '/v1/customers', 'Ungewiss')).toMatchObject({ status, error });
  } finally {
    await sql`drop function refuse cascade`.execute(database.kysely);
  }
});

test.each([
  ['its disk is full', '53100'],
  ['it is a read-only copy', '25006'],
  ['a pooler has lost its connection', '08P01'],
])('responds with 503 to a change that the database rejects because %s', async (_reason, code) => {
  const { url } = await startWithProxy();
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as
      'begin raise exception using errcode = ''${code}''; end';
    create trigger refuse before insert on customer execute function refuse()`)
    .execute(database.kysely);
  try {
    expect(await send(url, '/v1/customers', 'Voll')).toEqual(unavailable);
    expect(await send(url, '/v1/customers')).toMatchObject({ status: 200 });
  } finally {
    await sql`drop function refuse cascade`.execute(database.kysely);
  }
  expect(await send(url, '/v1/customers', 'Platz')).toMatchObject({ status: 201 });
});
