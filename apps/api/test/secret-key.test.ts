import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@pv-planning/database/testing';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { runCommandLine } from '../src/admin/command-line.ts';
import { startService } from '../src/service.ts';
import { readSettings, SettingsError } from '../src/settings/settings.ts';

const newKey = () => randomBytes(32).toString('base64');

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pv-key-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Starts processes on one server, as from several machines: each with a data directory of its own unless given. */
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

/** Directories that cannot be made: below a file, and below a file system that refuses. */
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

test('rejects a process with another key than the first one', async () => {
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
