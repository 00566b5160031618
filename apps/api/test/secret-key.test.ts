import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings, SettingsError } from '../src/kernel/settings/settings.ts';
import { runCommandLine } from '../src/programs/admin/command-line.ts';
import { startService } from '../src/server/service.ts';

const newKey = () => randomBytes(32).toString('base64');

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pv-key-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Starts processes that share a database server, as on several machines: each has its own data directory unless one is given. */
async function server() {
  const database = await createTestDatabase({ poolSize: 1 });
  onTestFinished(database.close);
  const environmentOf = async (environment: NodeJS.ProcessEnv) => ({
    DATABASE_URL: database.url,
    DATA_DIR: await directory(),
    PORT: '0',
    ...environment,
  });
  return {
    async hasFingerprint() {
      const { rows } = await sql`select from secret_key`.execute(database.kysely);
      return rows.length > 0;
    },
    async start(environment: NodeJS.ProcessEnv = {}) {
      const settings = readSettings(await environmentOf(environment));
      const service = await startService(settings, testLog().logger);
      await service.close();
    },
    async admin(environment: NodeJS.ProcessEnv) {
      let output = '';
      const print = (text: string) => {
        output += text;
      };
      const args = ['company', 'list', '--json'];
      const options = { args, environment: await environmentOf(environment), print, printError: print };
      return { exitCode: await runCommandLine(options), response: JSON.parse(output) };
    },
  };
}

/** Directories that cannot be created: below a file, and in a file system that does not allow it. */
async function impossibleDirectories(): Promise<string[]> {
  const file = join(await directory(), 'file');
  await writeFile(file, '');
  return [file, join(file, 'data'), ...(existsSync('/proc/self') ? ['/proc/data'] : [])];
}

test('reports a data directory that cannot be created, with and without DATABASE_URL', async () => {
  const { start } = await server();
  for (const DATA_DIR of await impossibleDirectories()) {
    for (const environment of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL: '' }]) {
      const refused = await start(environment).catch((error) => error);
      expect(refused).toBeInstanceOf(SettingsError);
      expect(refused.message).toMatch(`DATA_DIR (${DATA_DIR}) cannot be`);
    }
  }
});

const anotherKey = /is not the key that encrypts this database's secrets\. Set SECRET_KEY to/;
const noKey = /is neither in SECRET_KEY nor in .*secret\.key\. Set SECRET_KEY to/;

test('rejects a process whose key differs from that of the first one', async () => {
  const { start, admin } = await server();
  const SECRET_KEY = newKey();
  await start({ SECRET_KEY });
  await start({ SECRET_KEY });
  await expect(start({ SECRET_KEY: newKey() })).rejects.toThrow(SettingsError);
  await expect(start({ SECRET_KEY: newKey() })).rejects.toThrow(anotherKey);
  expect(await admin({ SECRET_KEY: newKey() })).toMatchObject({
    exitCode: 1,
    response: { error: 'settings', message: expect.stringMatching(anotherKey) },
  });
  expect((await admin({ SECRET_KEY })).exitCode).toBe(0);
});

test('generates a key for the first process only', async () => {
  const { start } = await server();
  const [here, elsewhere] = [await directory(), await directory()];
  await start({ DATA_DIR: here });
  await start({ DATA_DIR: here });
  await expect(start({ DATA_DIR: elsewhere })).rejects.toThrow(noKey);
  expect(existsSync(join(elsewhere, 'secret.key'))).toBe(false);
  await start({ DATA_DIR: elsewhere, SECRET_KEY: await readFile(join(here, 'secret.key'), 'utf8') });
});

test('rejects the key file of another database', async () => {
  const DATA_DIR = await directory();
  await (await server()).start({ DATA_DIR });
  const { start } = await server();
  await start({ SECRET_KEY: newKey() });
  await expect(start({ DATA_DIR })).rejects.toThrow(`The key in ${DATA_DIR}`);
});

test('accepts one of several processes that start concurrently with different keys', async () => {
  const { start } = await server();
  const started = await Promise.allSettled([1, 2, 3].map(() => start({ SECRET_KEY: newKey() })));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('generates no key in production with DATABASE_URL', async () => {
  const { start } = await server();
  const DATA_DIR = await directory();
  const NODE_ENV = 'production';
  await expect(start({ NODE_ENV, DATA_DIR })).rejects.toThrow(/requires SECRET_KEY.*openssl rand/);
  await start({ DATA_DIR });
  await start({ NODE_ENV, DATA_DIR });
});

/** Reports every flush of a file to disk, with the inode of the file. */
async function onFlush(report: (inode: number) => Promise<void>) {
  const handle = await open(import.meta.filename);
  const prototype: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const flush = vi.spyOn(prototype, 'sync');
  onTestFinished(() => flush.mockRestore());
  flush.mockImplementation(async function (this: typeof handle) {
    await sync.call(this);
    await report((await this.stat()).ino);
  });
}

test('flushes a generated key and its directory to disk before the database depends on it', async () => {
  const { start, hasFingerprint } = await server();
  const DATA_DIR = await directory();
  const flushed: number[] = [];
  await onFlush(async (inode) => {
    expect(await hasFingerprint()).toBe(false);
    flushed.push(inode);
  });
  await start({ DATA_DIR });
  const file = await stat(join(DATA_DIR, 'secret.key'));
  expect(flushed).toEqual([file.ino, (await stat(DATA_DIR)).ino]);
  expect(file.mode & 0o777).toBe(0o600);
});

test('rejects an empty or incomplete key file and says what to do', async () => {
  const { start } = await server();
  const DATA_DIR = await directory();
  const file = join(DATA_DIR, 'secret.key');
  const startWith = async (content: string) => {
    await writeFile(file, content);
    await start({ DATA_DIR });
  };
  const contents = ['', newKey().slice(0, 20)];
  for (const content of contents) {
    await expect(startWith(content)).rejects.toThrow(`${file} is empty or incomplete`);
    await expect(startWith(content)).rejects.toThrow('Delete it');
  }
  await startWith(newKey());
  for (const content of contents) {
    await expect(startWith(content)).rejects.toThrow(/Restore it from a backup.* Set SECRET_KEY to/);
  }
});
