import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  embeddedConnections,
  PostgresUnavailableError,
  startEmbeddedPostgres,
} from '@pv-planning/embedded-postgres';
import {
  answers,
  fast,
  initializedDirectory,
  startMember,
  temporaryDirectory,
} from '@pv-planning/embedded-postgres/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/index.ts';
import { migrate, readMigrations } from '../src/migrate.ts';

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10);

test('is started by the first process, joined by the next one and stopped by the last one', async () => {
  const dataDir = await initializedDirectory();
  const first = await startMember(dataDir);
  const second = await startMember(dataDir);
  expect([first.adopted, second.adopted]).toEqual([false, true]);
  expect(second.postmaster).toBe(first.postmaster);
  await first.close();
  expect(await answers(second.address)).toBe(true);
  await second.close();
  expect(await answers(second.address)).toBe(false);
});

test('is shared by processes that start concurrently on a new directory', async () => {
  const dataDir = await temporaryDirectory();
  const members = await Promise.all([1, 2, 3].map(() => startMember(dataDir)));
  expect(new Set(members.map(({ postmaster }) => postmaster)).size).toBe(1);
  expect(members.filter(({ adopted }) => !adopted)).toHaveLength(1);
  await Promise.all(members.map((member) => member.close()));
  expect(await answers(members[0]?.address ?? { host: '', port: 0, user: '', password: '' })).toBe(false);
});

test('accepts the documented number of connections', async () => {
  const database = await openDatabase({ dataDir: await initializedDirectory() });
  const { rows } = await sql<object>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ most: embeddedConnections }]);
  await database.close();
});

test('survives a killed process and does not delay the next one', async () => {
  const dataDir = await initializedDirectory();
  const killed = await startMember(dataDir);
  await killed.kill();
  expect(await answers(killed.address)).toBe(true);
  const next = await startMember(dataDir);
  expect(next).toMatchObject({ adopted: true, postmaster: killed.postmaster });
  await next.close();
  expect(await answers(next.address)).toBe(false);
});

test('is not stopped while another client is connected', async () => {
  const dataDir = await initializedDirectory();
  const member = await startMember(dataDir);
  const database = await openDatabase({ dataDir });
  await member.close();
  expect(await database.kysely.selectFrom('company').select('name').execute()).toEqual([]);
  await database.close();
  expect(await answers(member.address)).toBe(false);
});

test('restarts after being killed under load, without losing acknowledged changes', async () => {
  const dataDir = await initializedDirectory();
  const lost: Error[] = [];
  const database = await openDatabase({ dataDir, onConnectionLost: (error) => lost.push(error) });
  const postgres = await startMember(dataDir);
  const acknowledged: string[] = [];
  let failures = 0;
  let working = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (working) {
      try {
        const row = await database.kysely
          .insertInto('company')
          .values({ name: 'x' })
          .returning('companyId')
          .executeTakeFirstOrThrow();
        acknowledged.push(row.companyId);
      } catch {
        failures += 1;
      }
    }
  });
  const fiftyMore = () => expect.poll(() => acknowledged.length).toBeGreaterThan(acknowledged.length + 50);
  // The delay before a restart doubles, to 12.8 s in the eighth round.
  for (let round = 0; round < (process.env.SOAK ? 8 : 2); round += 1) {
    await fiftyMore();
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await fiftyMore();
  }
  working = false;
  await Promise.all(writers);
  expect(failures).toBeLessThan(100);
  const rows = await database.kysely.selectFrom('company').select('companyId').execute();
  const stored = new Set(rows.map(({ companyId }) => companyId));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await postgres.close();
  await database.close();
});

test('restarts after being killed while idle', async () => {
  const dataDir = await initializedDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  const { host } = postgres.address();
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await expect.poll(() => postgres.address().host).not.toBe(host);
  expect(await answers(postgres.address())).toBe(true);
  await postgres.close();
});

test('processes wait for it and do not stop it while it does not respond', async () => {
  const dataDir = await initializedDirectory();
  const first = await startMember(dataDir);
  process.kill(first.postmaster, 'SIGSTOP');
  const connectTimeout = 400;
  const starting = startMember(dataDir, { connectTimeout, lostSocketTimeout: 300 });
  // SQLite's journal exists while a process holds the lock, which the second process does while it looks for a server.
  await expect.poll(() => existsSync(path.join(dataDir, 'lock', 'postgres.lock-journal'))).toBe(true);
  // One connection attempt times out; the second process must not stop the server because of it.
  await sleep(2 * connectTimeout);
  process.kill(first.postmaster, 'SIGCONT');
  const second = await starting;
  expect(second).toMatchObject({ adopted: true, postmaster: first.postmaster });
  await Promise.all([first.close(), second.close()]);
});

test('aborts a start without waiting for a server that does not respond', async () => {
  const dataDir = await initializedDirectory();
  const first = await startMember(dataDir);
  process.kill(first.postmaster, 'SIGSTOP');
  const controller = new AbortController();
  const starting = startEmbeddedPostgres({ dataDir, connectTimeout: 600_000, signal: controller.signal });
  await expect.poll(() => existsSync(path.join(dataDir, 'lock', 'postgres.lock-journal'))).toBe(true);
  controller.abort(new Error('aborted'));
  await expect(starting).rejects.toThrow('aborted');
  process.kill(first.postmaster, 'SIGCONT');
  await first.close();
});

test('recovers from a lost socket directory', async () => {
  const dataDir = await initializedDirectory();
  const member = await startMember(dataDir);
  const database = await openDatabase({ dataDir });
  await rm(member.address.host, { recursive: true });
  const next = await startMember(dataDir);
  expect(next.adopted).toBe(false);
  const companies = () => database.kysely.selectFrom('company').select('name').execute();
  await expect.poll(companies).toEqual([]);
  await Promise.all([member.close(), next.close()]);
  await database.close();
});

/** A server whose files are missing may exit by itself. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('does not replace missing database files with empty ones', async () => {
  const dataDir = await initializedDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  const postmaster = await postmasterOf(dataDir);
  await rm(path.join(dataDir, 'pg'), { recursive: true, maxRetries: 5 });
  killIfRunning(postmaster);
  await expect.poll(() => answers(postgres.address())).toBe(false);
  await expect(postgres.ensureRunning()).rejects.toThrow(/are missing/);
  await postgres.close();
});

test('restarts back off while it does not start, regardless of the number of requests', async () => {
  const dataDir = await initializedDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  await appendFile(path.join(dataDir, 'pg', 'postgresql.conf'), 'nonsense = 1\n');
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  const attempts = async () =>
    (await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).split('configuration file').length - 1;
  const end = performance.now() + 1_500;
  while (performance.now() < end) {
    await expect(postgres.ensureRunning()).rejects.toThrow(PostgresUnavailableError);
  }
  // Delays of 0.1, 0.2, 0.4 and 0.8 s.
  expect(await attempts()).toBeGreaterThan(1);
  expect(await attempts()).toBeLessThanOrEqual(5);
  await writeFile(path.join(dataDir, 'pg', 'postgresql.conf'), '');
  await expect.poll(() => answers(postgres.address())).toBe(true);
  await postgres.close();
});

test("the database of an earlier version is transferred from the superuser to the service's role", async () => {
  const dataDir = await initializedDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  const asSuperuser = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ ...postgres.administrator(), database });
    await client.connect();
    await work(client);
    await client.end();
  };
  await asSuperuser('postgres', (client) => client.query('create database pv_planning'));
  await asSuperuser('pv_planning', async (client) => {
    await migrate(client, (await readMigrations()).slice(0, -1));
    await client.query("insert into company (name) values ('Sonnendach')");
    await client.query('drop role pv_planning');
  });
  await postgres.close();
  await writeFile(path.join(dataDir, 'pg', 'pg_hba.conf'), 'local all all trust\n');
  await rm(path.join(dataDir, 'postgres.password'));

  const database = await openDatabase({ dataDir });
  expect(await database.kysely.selectFrom('company').select('name').execute()).toEqual([
    { name: 'Sonnendach' },
  ]);
  const { rows } = await sql<object>`
    select distinct tableowner as owner, usesuper as super from pg_tables, pg_user
    where schemaname = 'public' and usename = user`.execute(database.kysely);
  expect(rows).toEqual([{ owner: 'pv_planning', super: false }]);
  await database.close();
});
