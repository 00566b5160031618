import { execFile, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import type { ClusterOptions } from '../cluster.ts';
import type { ServerAddress } from '../probe.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

const run = promisify(execFile);

/** Durability costs seconds on a busy disk, and these tests simulate no power failure. */
export const fast = { settings: { fsync: 'off', full_page_writes: 'off' } };

const program = path.join(import.meta.dirname, 'member-process.ts');

interface MemberState {
  postmaster: number;
  adopted: boolean;
  address: ServerAddress;
}

/** Another process that uses the PostgreSQL of a data directory. */
export interface Member extends MemberState {
  /** Makes the process exit. */
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** @throws Error with the process's message if it cannot start PostgreSQL */
export async function startMember(
  dataDir: string,
  options: Partial<ClusterOptions> = {},
  spawnOptions: SpawnOptions = {},
): Promise<Member> {
  const child = spawn(process.execPath, [program, dataDir, JSON.stringify({ ...fast, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...spawnOptions,
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  if (!child.stdout) throw new Error('No output to read.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const state = JSON.parse(line) as MemberState & { error?: string };
  if (state.error) throw new Error(state.error);
  return {
    ...state,
    async close() {
      child.stdin?.end();
      await exit;
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A directory that other users can traverse. It is removed after the test, and a server that still runs in it is killed. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'pv-embedded-test-'));
  await chmod(directory, 0o755);
  onTestFinished(async () => {
    for await (const file of glob('**/postmaster.pid', { cwd: directory })) {
      const [pid, , , , socketDirectory] = (await readFile(path.join(directory, file), 'utf8')).split('\n');
      spawnSync('kill', ['-9', String(Number(pid))], { stdio: 'ignore' });
      if (socketDirectory) await rm(socketDirectory, { recursive: true, force: true });
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return directory;
}

let initialized: Promise<string> | undefined;

afterAll(async () => {
  if (initialized) await rm(await initialized, { recursive: true, force: true });
});

/** A temporary directory with an empty database; copying the files takes a tenth of the time of creating them. */
export async function initializedDirectory(): Promise<string> {
  initialized ??= initialize();
  const template = await initialized;
  const directory = await temporaryDirectory();
  const files = ['pg', 'postgres.password'].map((name) => path.join(template, name));
  await run('cp', ['-a', ...files, directory]);
  return directory;
}

async function initialize(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'pv-embedded-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  await postgres.close();
  return dataDir;
}

/** Whether a server responds at the address. */
export async function answers(address: ServerAddress): Promise<boolean> {
  const client = new pg.Client({ ...address, database: 'postgres', connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
