import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pv-planning/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { spawnService, startServiceProcess, stopServiceProcess } from './crash/service-process.ts';

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-called-off-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const pidFile = (dataDir: string) => join(dataDir, 'pg', 'postmaster.pid');

/** In the order of a first start, told by the file that is new then. */
const moments = {
  'the database files are made': 'pg.init',
  'PostgreSQL starts': 'pg/postmaster.pid',
  'the service starts on it': 'secret.key',
};

test('SIGTERM while it starts ends the service with 0, stops PostgreSQL, and harms no later start', async () => {
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
  // The third may have come as far as making the demo company.
  shown += last.output();
  expect(shown.match(/API key \(shown once\)/g)).toHaveLength(1);
  expect(await stopServiceProcess(last)).toBe(0);
  const next = await startServiceProcess({ dataDir });
  expect(next.output()).toContain('a new API key: npm run admin -- key create');
  expect(await stopServiceProcess(next)).toBe(0);
});

test('SIGTERM ends a service that waits for a PostgreSQL that does not answer', async () => {
  const dataDir = await newDataDir();
  const first = await startServiceProcess({ dataDir });
  const postmaster = Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10);
  process.kill(postmaster, 'SIGSTOP');
  const second = spawnService({ dataDir });
  // SQLite's journal stands beside the lock as long as somebody holds it.
  await expect.poll(() => existsSync(join(dataDir, 'postgres.lock-journal'))).toBe(true);
  second.process.kill('SIGTERM');
  expect(await second.exited, second.output()).toBe(0);
  process.kill(postmaster, 'SIGCONT');
  expect(await stopServiceProcess(first)).toBe(0);
});

test('a service that cannot make its demo company stops PostgreSQL before it fails', async () => {
  const dataDir = await newDataDir();
  const database = await openDatabase({ dataDir });
  await sql`alter table company add constraint planted check (name not like '%demo%')`.execute(
    database.kysely,
  );
  await database.close();
  await expect(startServiceProcess({ dataDir })).rejects.toThrow(/ended with 1: .*planted/);
  expect(existsSync(pidFile(dataDir))).toBe(false);
});
