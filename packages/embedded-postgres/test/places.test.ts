import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { answers, fast, initializedDirectory, startMember, temporaryDirectory } from '../src/testing.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** Whether others may pass all directories on the way to a file: not below one that `mktemp -d` made. */
function othersReach(file: string): boolean {
  const directory = path.dirname(file);
  return (statSync(directory).mode & 0o001) !== 0 && (directory === file || othersReach(directory));
}

/** Root can play another user only with programs which that user reaches. */
const canPlayOthers = isRoot && othersReach(import.meta.filename);

/** Starts and stops PostgreSQL there; returns who owns its files. */
async function startAndStop(dataDir: string): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  expect(await answers(postgres.address())).toBe(true);
  await postgres.close();
  return (await stat(path.join(dataDir, 'pg'))).uid;
}

/** The same as somebody else. */
async function startAndStopAs(owner: { uid: number; gid: number }, dataDir: string): Promise<number> {
  const member = await startMember(dataDir, {}, owner);
  expect(await answers(member.address)).toBe(true);
  await member.close();
  return (await stat(path.join(dataDir, 'pg'))).uid;
}

async function directoryOf(owner: { uid: number; gid: number }): Promise<string> {
  const directory = await temporaryDirectory();
  await chmod(directory, 0o700);
  await chown(directory, owner.uid, owner.gid);
  return directory;
}

/** Leaves only these programs to be found. */
async function leaveOnly(...programs: string[]): Promise<void> {
  const directory = await temporaryDirectory();
  for (const program of programs) await symlink(`/usr/bin/${program}`, path.join(directory, program));
  vi.stubEnv('PATH', directory);
}

afterEach(() => void vi.unstubAllEnvs());

test('a long path; root starts it as nobody', async () => {
  const dataDir = path.join(await temporaryDirectory(), 'long-'.repeat(40), 'data');
  expect(await startAndStop(dataDir)).toBe(isRoot ? nobody.uid : process.getuid?.());
});

/** SQLSTATE of an attempt to connect; undefined if it succeeds. */
async function refusal(address: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({ ...address, database: 'postgres' });
  client.on('error', () => {});
  const code = await client.connect().then(
    () => undefined,
    (error: { code?: string }) => error.code ?? String(error),
  );
  await client.end().catch(() => {});
  return code;
}

test('only who knows the password gets in, which nobody else can read', async () => {
  const dataDir = await temporaryDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  const address = postgres.address();
  for (const user of ['postgres', address.user]) {
    await expect.poll(() => refusal({ ...address, user, password: 'guessed' })).toBe('28P01');
    expect(await refusal({ ...address, user })).toBeUndefined();
  }
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(
    'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  await client.end();
  const file = await stat(path.join(dataDir, 'postgres.password'));
  expect([file.mode & 0o777, file.uid]).toEqual([0o600, process.getuid?.()]);
  await postgres.close();
});

test('a password file that was lost is asked for, and the server does not stay', async () => {
  const dataDir = await initializedDirectory();
  await rm(path.join(dataDir, 'postgres.password'));
  await expect(startEmbeddedPostgres({ dataDir, ...fast })).rejects.toThrow(
    /postgres\.password is not that of/,
  );
  expect(existsSync(path.join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  await writeFile(path.join(dataDir, 'pg', 'pg_hba.conf'), 'local all all trust\n');
  await startAndStop(dataDir);
});

test('a directory for temporary files that is too long for a socket', async () => {
  const root = await temporaryDirectory();
  const TMPDIR = path.join(root, 'x'.repeat(100));
  await mkdir(TMPDIR);
  const dataDir = await initializedDirectory();
  vi.stubEnv('TMPDIR', TMPDIR);
  await startAndStop(dataDir);
});

test('an attempt that was interrupted', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg.init', 'base'), { recursive: true });
  await startAndStop(dataDir);
});

test('files of something else are left alone', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await writeFile(path.join(dataDir, 'pg', 'letter.txt'), 'Dear customer');
  await expect(startAndStop(dataDir)).rejects.toThrow(/Move them away/);
  expect(await readFile(path.join(dataDir, 'pg', 'letter.txt'), 'utf8')).toBe('Dear customer');
});

test('files of another major version are left alone', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '17\n');
  await expect(startAndStop(dataDir)).rejects.toThrow(/PostgreSQL 17; .* includes PostgreSQL 18.*pg_dump/);
});

test.each([
  ['a process of somebody else', 'exec sleep 60'],
  ['a zombie that nobody reaps', 'sleep 0 & echo $!; exec sleep 60'],
])('a pid file whose number now is %s', async (_, script) => {
  const dataDir = await initializedDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  const pidFile = path.join(dataDir, 'pg', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  await postgres.close();

  const shell = spawn('sh', ['-c', `echo $$; ${script}`], {
    ...(isRoot ? nobody : {}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  const lines = createInterface(shell.stdout);
  const pids: string[] = [];
  lines.on('line', (line) => pids.push(line));
  await expect.poll(() => pids).toHaveLength(script.startsWith('sleep') ? 2 : 1);
  await writeFile(pidFile, text.replace(/^\d+/, pids.at(-1) ?? ''));
  if (isRoot) await chown(pidFile, nobody.uid, nobody.gid);
  await startAndStop(dataDir);
});

test.runIf(canPlayOthers)('root starts it as the owner of the directory', async () => {
  expect(await startAndStop(await directoryOf({ uid: 1234, gid: 1234 }))).toBe(1234);
});

test.runIf(isRoot)(
  'root starts it below a directory that only root may pass, and leaves that as it is',
  async () => {
    const closed = await directoryOf({ uid: 0, gid: 0 });
    expect(await startAndStop(path.join(closed, 'data'))).toBe(nobody.uid);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)('without setpriv root plays an ordinary user, and goes on so', async () => {
  const dataDir = path.join(await directoryOf({ uid: 0, gid: 0 }), 'data');
  await leaveOnly('unshare');
  expect(await startAndStop(dataDir)).toBe(0);
  vi.unstubAllEnvs();
  expect(await startAndStop(dataDir)).toBe(0);
});

test.runIf(isRoot)('without any way it says what to do', async () => {
  const dataDir = path.join(await directoryOf({ uid: 0, gid: 0 }), 'data');
  await leaveOnly();
  await expect(startAndStop(dataDir)).rejects.toThrow(/does not run as root.*ordinary user/);
});

test.runIf(canPlayOthers)('an ordinary user starts it, and root uses it as it is', async () => {
  const dataDir = await directoryOf(nobody);
  expect(await startAndStopAs(nobody, dataDir)).toBe(nobody.uid);
  expect(await startAndStop(dataDir)).toBe(nobody.uid);
  expect(await startAndStopAs(nobody, dataDir)).toBe(nobody.uid);
});

test.runIf(canPlayOthers)('an ordinary user cannot start what belongs to another', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await chown(path.join(dataDir, 'pg'), 1234, 1234);
  await expect(startMember(dataDir, {}, nobody)).rejects.toThrow(/belongs to uid 1234.*runs as uid 65534/);
});
