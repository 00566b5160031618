import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDatabaseFiles } from './initdb.ts';
import type { DataDirectory, Server } from './server.ts';

/**
 * Makes the database files when there are none. They are made under another name and renamed when complete, so that
 * an interrupted attempt never looks finished.
 * @throws Error when the files belong to another major version, when something else is in their place, or when they
 *   are missing where they must not be made
 */
export async function prepareDataDirectory(server: Server, mayInitialize: boolean): Promise<void> {
  const { directory, binaries, runAs } = server;
  const version = await readFile(path.join(directory.pgData, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === binaries.majorVersion) return;
  if (version !== undefined) throw new Error(otherVersion(directory, version.trim(), binaries.majorVersion));
  if (!mayInitialize) throw new Error(`The database files in ${directory.pgData} have vanished.`);
  const others = await readdir(directory.pgData).catch(() => []);
  if (others.length > 0) throw new Error(`${directory.pgData} holds files, but no database. Move them away.`);

  const unfinished = `${directory.pgData}.init`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs.owner) await chown(unfinished, runAs.owner.uid, runAs.owner.gid);
  await makeDatabaseFiles(server, unfinished);
  await rename(unfinished, directory.pgData);
  await syncDirectory(directory.root);
}

/** Makes the renaming survive a power cut: without it the whole database could be taken for an unfinished attempt. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}

const otherVersion = ({ pgData }: DataDirectory, found: string, wanted: string): string =>
  `The database in ${pgData} was made by PostgreSQL ${found}, and this program brings PostgreSQL ${wanted}. ` +
  `Move the data with pg_dump and pg_restore (or pg_upgrade), or use a PostgreSQL ${found} server by DATABASE_URL.`;
