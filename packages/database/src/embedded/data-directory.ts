import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { serverEnvironment } from './environment.ts';
import type { RunAs } from './run-as.ts';

const run = promisify(execFile);

export const superuser = 'postgres';

export interface DataDirectory {
  /** What the caller named; holds everything below. */
  root: string;
  /** PostgreSQL's own directory. */
  pgData: string;
  lockFile: string;
  logFile: string;
  /** Password of the superuser, where the server listens on TCP. */
  passwordFile: string;
}

export function dataDirectory(root: string): DataDirectory {
  return {
    root,
    pgData: path.join(root, 'pg'),
    lockFile: path.join(root, 'postgres.lock'),
    logFile: path.join(root, 'postgres.log'),
    passwordFile: path.join(root, 'postgres.password'),
  };
}

/**
 * Makes the database files when there are none. They are made under another name and renamed when complete, so that
 * an interrupted attempt never looks finished. Text is UTF-8 and compares by code point, the same on every system.
 * @throws Error when the files belong to another major version
 */
export async function prepareDataDirectory(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  runAs: RunAs,
  listensOnTcp: boolean,
): Promise<void> {
  const version = await readFile(path.join(directory.pgData, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === binaries.majorVersion) return;
  if (version !== undefined) throw new Error(otherVersion(directory, version.trim(), binaries.majorVersion));

  const unfinished = `${directory.pgData}.init`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs.owner) await chown(unfinished, runAs.owner.uid, runAs.owner.gid);
  const authentication = listensOnTcp ? await passwordArguments(directory, runAs) : ['-A', 'trust'];
  const [command = '', ...rest] = [
    ...runAs.prefix,
    binaries.initdb,
    ...['-D', unfinished, '-U', superuser, '-E', 'UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...authentication,
  ];
  await run(command, rest, { ...runAs.ids, cwd: '/', env: serverEnvironment() }).catch((error: Error) => {
    throw new Error(`PostgreSQL could not make its files in ${directory.root}: ${error.message}`, {
      cause: error,
    });
  });
  await rm(directory.pgData, { recursive: true, force: true });
  await rename(unfinished, directory.pgData);
  await syncDirectory(directory.root);
}

/** Makes the renaming survive a power cut: without it the whole database could be taken for an unfinished attempt. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}

async function passwordArguments({ passwordFile }: DataDirectory, { owner }: RunAs): Promise<string[]> {
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (owner) await chown(passwordFile, owner.uid, owner.gid);
  return ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
}

const otherVersion = ({ pgData }: DataDirectory, found: string, wanted: string): string =>
  `The database in ${pgData} was made by PostgreSQL ${found}, and this program brings PostgreSQL ${wanted}. ` +
  `Move the data with pg_dump and pg_restore (or pg_upgrade), or use a PostgreSQL ${found} server by DATABASE_URL.`;
