import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pv-planning/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { spawnService, startServiceProcess, stopServiceProcess } from './crash/service-process.ts';

const newDirectory = () => mkdtemp(join(tmpdir(), 'pv-interrupted-'));
const remove = (directory: string) => rm(directory, { recursive: true, force: true });

async function newDataDir(): Promise<string> {
  const dataDir = await newDirectory();
  onTestFinished(() => remove(dataDir));
  return dataDir;
}

/** A migrated database without companies. */
let migrated: string;

beforeAll(async () => {
  migrated = await newDirectory();
  await (await openDatabase({ dataDir: migrated })).close();
});
afterAll(() => remove(migrated));

async function migratedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  // Keeps the owners of the files, because PostgreSQL does not run as root.
  execFileSync('cp', ['-a', `${migrated}/.`, dataDir]);
  return dataDir;
}

const pidFile = (dataDir: string) => join(dataDir, 'pg', 'postmaster.pid');

/** The steps of a first start, in order. Each begins when its file appears. */
const moments = {
  'creating the database files': 'pg.init',
  'starting PostgreSQL': 'pg/postmaster.pid',
  'starting the service': 'secret.key',
};

test('on SIGTERM during a start, the service stops PostgreSQL and exits with 0; later starts are not affected', async () => {
  const dataDir = await newDataDir();
  let shown = '';
  for (const [moment, file] of Object.entries(moments)) {
    const { process: service, exited, output } = spawnService({ dataDir });
    await expect.poll(() => existsSync(join(dataDir, file)), { interval: 1 }).toBe(true);
    service.kill('SIGTERM');
    expect(await exited, `${moment}: ${output()}`).toBe(0);
    expect(existsSync(pidFile(dataDir)), moment).toBe(false);
    shown += output();
  }
  const last = await startServiceProcess({ dataDir });
  // The third process may already have created the demo company.
  shown += last.output();
  expect(shown.match(/API key \(shown once\)/g)).toHaveLength(1);
  expect(await stopServiceProcess(last)).toBe(0);
  const next = await startServiceProcess({ dataDir });
  expect(next.output()).toContain('a new API key: npm run admin -- key create');
  expect(await stopServiceProcess(next)).toBe(0);
});

test('on SIGTERM, a service that waits for an unresponsive PostgreSQL exits', async () => {
  const dataDir = await migratedDataDir();
  const first = await startServiceProcess({ dataDir });
  const postmaster = Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10);
  process.kill(postmaster, 'SIGSTOP');
  const second = spawnService({ dataDir });
  // SQLite's journal exists while a process holds the lock.
  await expect.poll(() => existsSync(join(dataDir, 'lock', 'postgres.lock-journal'))).toBe(true);
  second.process.kill('SIGTERM');
  expect(await second.exited, second.output()).toBe(0);
  process.kill(postmaster, 'SIGCONT');
  expect(await stopServiceProcess(first)).toBe(0);
});

test('a service that cannot create its demo company stops PostgreSQL and fails', async () => {
  const dataDir = await migratedDataDir();
  const database = await openDatabase({ dataDir });
  await sql`alter table company add constraint injected check (name not like '%demo%')`.execute(
    database.kysely,
  );
  await database.close();
  await expect(startServiceProcess({ dataDir })).rejects.toThrow(/ended with 1: .*injected/);
  expect(existsSync(pidFile(dataDir))).toBe(false);
});
