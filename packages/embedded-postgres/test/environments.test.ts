import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../src/index.ts';
import { answers, fast, initializedDirectory, startMember, temporaryDirectory } from '../src/testing.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/**
 * Whether other users can traverse all parent directories of a file, which is not the case below a directory of `mktemp -d`.
 */
function othersReach(file: string): boolean {
  const directory = path.dirname(file);
  return (statSync(directory).mode & 0o001) !== 0 && (directory === file || othersReach(directory));
}

/** Root can act as another user only if that user can reach the programs. */
const canPlayOthers = isRoot && othersReach(import.meta.filename);

/** Starts and stops PostgreSQL in the directory; returns the owner of its files. */
async function startAndStop(dataDir: string): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...fast });
  expect(await answers(postgres.address())).toBe(true);
  await postgres.close();
  return (await stat(path.join(dataDir, 'pg'))).uid;
}

/** Starts and stops PostgreSQL as another user. */
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

/** Restricts PATH to these programs. */
async function leaveOnly(...programs: string[]): Promise<void> {
  const directory = await temporaryDirectory();
  for (const program of programs) await symlink(`/usr/bin/${program}`, path.join(directory, program));
  vi.stubEnv('PATH', directory);
}

afterEach(() => void vi.unstubAllEnvs());

test('starts below a long path, as nobody if started by root', async () => {
  const dataDir = path.join(await temporaryDirectory(), 'long-'.repeat(40), 'data');
  expect(await startAndStop(dataDir)).toBe(isRoot ? nobody.uid : process.getuid?.());
});

/** SQLSTATE of a connection attempt; undefined if it succeeds. */
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

test('requires the password, which only the owner can read', async () => {
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

/** Runs a statement as superuser. */
async function query(address: pg.ClientConfig, text: string) {
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

test('keeps the secrets of the environment from PostgreSQL', async () => {
  vi.stubEnv('SECRET_KEY', 'key of the service');
  const postgres = await startEmbeddedPostgres({ dataDir: await initializedDirectory(), ...fast });
  const address = postgres.administrator();
  await query(address, "create table variable (line text); copy variable from program 'env'");
  const { rows } = await query(address, "select split_part(line, '=', 1) as name from variable");
  await postgres.close();
  const names = rows.map(({ name }) => name);
  expect(names).toContain('TZ');
  expect(names).not.toContain('SECRET_KEY');
});

test('lets nobody but the owner open the lock, since whoever can read it could block every start', async () => {
  const dataDir = await initializedDirectory();
  await startAndStop(dataDir);
  const owner = (await stat(path.join(dataDir, 'pg'))).uid;
  const entries = await readdir(dataDir, { recursive: true });
  const lock = entries.find((entry) => path.basename(entry) === 'postgres.lock') ?? '';
  const found = await Promise.all([lock, path.dirname(lock)].map((entry) => stat(path.join(dataDir, entry))));
  expect(found.map(({ mode, uid }) => [mode & 0o777, uid])).toEqual([
    [0o600, owner],
    [0o700, owner],
  ]);
});

test('reports a lost password file and stops the server', async () => {
  const dataDir = await initializedDirectory();
  await rm(path.join(dataDir, 'postgres.password'));
  await expect(startEmbeddedPostgres({ dataDir, ...fast })).rejects.toThrow(
    /postgres\.password is not that of/,
  );
  expect(existsSync(path.join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  await writeFile(path.join(dataDir, 'pg', 'pg_hba.conf'), 'local all all trust\n');
  await startAndStop(dataDir);
});

test('starts if the path of the temporary directory is too long for a socket', async () => {
  const root = await temporaryDirectory();
  const TMPDIR = path.join(root, 'x'.repeat(100));
  await mkdir(TMPDIR);
  const dataDir = await initializedDirectory();
  vi.stubEnv('TMPDIR', TMPDIR);
  await startAndStop(dataDir);
});

test('starts after an interrupted attempt', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg.init', 'base'), { recursive: true });
  await startAndStop(dataDir);
});

test('rejects a directory with unrelated files and leaves them unchanged', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await writeFile(path.join(dataDir, 'pg', 'letter.txt'), 'Dear customer');
  await expect(startAndStop(dataDir)).rejects.toThrow(/Move them away/);
  expect(await readFile(path.join(dataDir, 'pg', 'letter.txt'), 'utf8')).toBe('Dear customer');
});

test('rejects database files of another major version', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '17\n');
  await expect(startAndStop(dataDir)).rejects.toThrow(/PostgreSQL 17; .* includes PostgreSQL 18.*pg_dump/);
});

test.each([
  ['a process of another user', 'exec sleep 60'],
  ['an unreaped zombie', 'sleep 0 & echo $!; exec sleep 60'],
])('starts if the number in the PID file now belongs to %s', async (_, script) => {
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

test.runIf(canPlayOthers)('runs as the owner of the directory if started by root', async () => {
  expect(await startAndStop(await directoryOf({ uid: 1234, gid: 1234 }))).toBe(1234);
});

test.runIf(isRoot)(
  'runs below a directory that only root can traverse, without changing its mode',
  async () => {
    const closed = await directoryOf({ uid: 0, gid: 0 });
    expect(await startAndStop(path.join(closed, 'data'))).toBe(nobody.uid);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)(
  'runs in a user namespace if setpriv is missing, and can start again with it',
  async () => {
    const dataDir = path.join(await directoryOf({ uid: 0, gid: 0 }), 'data');
    await leaveOnly('unshare');
    expect(await startAndStop(dataDir)).toBe(0);
    vi.unstubAllEnvs();
    expect(await startAndStop(dataDir)).toBe(0);
  },
);

test.runIf(isRoot)('tells root what to do if there is no way to change the user', async () => {
  const dataDir = path.join(await directoryOf({ uid: 0, gid: 0 }), 'data');
  await leaveOnly();
  await expect(startAndStop(dataDir)).rejects.toThrow(/does not run as root.*ordinary user/);
});

test.runIf(canPlayOthers)('can be started by root in the directory of an ordinary user', async () => {
  const dataDir = await directoryOf(nobody);
  expect(await startAndStopAs(nobody, dataDir)).toBe(nobody.uid);
  expect(await startAndStop(dataDir)).toBe(nobody.uid);
  expect(await startAndStopAs(nobody, dataDir)).toBe(nobody.uid);
});

test.runIf(canPlayOthers)('rejects an ordinary user in the directory of another user', async () => {
  const dataDir = await temporaryDirectory();
  await mkdir(path.join(dataDir, 'pg'));
  await chown(path.join(dataDir, 'pg'), 1234, 1234);
  await expect(startMember(dataDir, {}, nobody)).rejects.toThrow(/belongs to uid 1234.*runs as uid 65534/);
});
