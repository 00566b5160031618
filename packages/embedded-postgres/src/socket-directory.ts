import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PostmasterFile } from './postmaster.ts';
import { canReach, type RunAs } from './run-as.ts';

const prefix = 'pv-pg-';

/** A socket's path may have 103 bytes on macOS, 107 on Linux; this is the longest rest after the directory. */
const longestPath = 103;
const longestRest = `/${prefix}XXXXXX/.s.PGSQL.65535`.length;

/**
 * A new private directory for the server's socket, short whatever the length of the data directory's path. Its
 * name is random, so that nobody can have made it before; the server's own pid file tells others where it is.
 */
export async function makeSocketDirectory(runAs: RunAs): Promise<string> {
  for (const parent of new Set([os.tmpdir(), '/tmp'])) {
    if (Buffer.byteLength(parent) + longestRest > longestPath || !(await usable(parent, runAs))) continue;
    const directory = await mkdtemp(path.join(parent, prefix));
    if (runAs.owner) await chown(directory, runAs.owner.uid, runAs.owner.gid);
    return directory;
  }
  throw new Error(`No directory for PostgreSQL's socket: ${os.tmpdir()} is too long or closed. Set TMPDIR.`);
}

/** Whether the socket is still there; true while there is none yet. Cleaners of /tmp may have taken it. */
export async function hasSocket({ socketDirectory, port }: PostmasterFile): Promise<boolean> {
  if (!socketDirectory) return true;
  return stat(path.join(socketDirectory, `.s.PGSQL.${port}`)).then(
    () => true,
    () => false,
  );
}

/** Removes a directory made by `makeSocketDirectory`; anything else is left alone. */
export async function removeSocketDirectory(directory: string): Promise<void> {
  if (path.basename(directory).startsWith(prefix)) await rm(directory, { recursive: true, force: true });
}

async function usable(parent: string, { owner, passesClosedDirectories }: RunAs): Promise<boolean> {
  const entry = await stat(parent).catch(() => undefined);
  if (!entry?.isDirectory()) return false;
  return passesClosedDirectories || !owner || canReach(parent, owner);
}
