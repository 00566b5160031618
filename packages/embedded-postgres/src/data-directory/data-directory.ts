import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DataDirectory, Server } from '../server.ts';
import { makeDatabaseFiles } from './initdb.ts';
import { sync } from './sync.ts';

/**
 * Creates the database files if there are none. They are created under another name and renamed when complete, so an
 * interrupted attempt never looks complete.
 * @throws Error if the files belong to another major version, if the directory contains other files, or if files are missing
 *   and must not be created
 */
export async function prepareDataDirectory(server: Server, mayInitialize: boolean): Promise<void> {
  const { directory, binaries, runAs } = server;
  const version = await readFile(path.join(directory.pgData, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === binaries.majorVersion) return;
  if (version !== undefined) throw new Error(otherVersion(directory, version.trim(), binaries.majorVersion));
  if (!mayInitialize) throw new Error(`The database files in ${directory.pgData} are missing.`);
  const others = await readdir(directory.pgData).catch(() => []);
  if (others.length > 0)
    throw new Error(`${directory.pgData} contains files, but no database. Move them away.`);

  const unfinished = `${directory.pgData}.init`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs.owner) await chown(unfinished, runAs.owner.uid, runAs.owner.gid);
  await makeDatabaseFiles(server, unfinished);
  await rename(unfinished, directory.pgData);
  // Otherwise a power failure could leave the whole database looking like an interrupted attempt.
  await sync(directory.root);
}

const otherVersion = ({ pgData }: DataDirectory, found: string, wanted: string): string =>
  `The database in ${pgData} was created by PostgreSQL ${found}; this program includes PostgreSQL ${wanted}. ` +
  `Move the data with pg_dump and pg_restore (or pg_upgrade), or set DATABASE_URL to a PostgreSQL ${found} server.`;
