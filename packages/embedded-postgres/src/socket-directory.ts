import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PostmasterFile } from './postmaster.ts';
import { canReach, type RunAs } from './run-as.ts';

const prefix = 'pv-pg-';

/** Maximum length of a socket path in bytes: 103 on macOS, 107 on Linux. */
const maxPathBytes = 103;
const maxSuffixBytes = `/${prefix}XXXXXX/.s.PGSQL.65535`.length;

/**
 * Creates a private directory for the server's socket, with a short path. Its name is random, so that nobody can create it in
 * advance; the server's PID file tells other processes where it is.
 */
export async function makeSocketDirectory(runAs: RunAs): Promise<string> {
  for (const parent of new Set([os.tmpdir(), '/tmp'])) {
    if (Buffer.byteLength(parent) + maxSuffixBytes > maxPathBytes || !(await usable(parent, runAs))) continue;
    const directory = await mkdtemp(path.join(parent, prefix));
    if (runAs.owner) await chown(directory, runAs.owner.uid, runAs.owner.gid);
    return directory;
  }
  throw new Error(
    `No directory for PostgreSQL's socket: the path ${os.tmpdir()} is too long or not accessible. Set TMPDIR.`,
  );
}

/** Whether the socket still exists; true if the server has none yet. Cleanup jobs may have removed it from /tmp. */
export async function hasSocket({ socketDirectory, port }: PostmasterFile): Promise<boolean> {
  if (!socketDirectory) return true;
  return stat(path.join(socketDirectory, `.s.PGSQL.${port}`)).then(
    () => true,
    () => false,
  );
}

/** Removes a directory created by `makeSocketDirectory`; leaves any other alone. */
export async function removeSocketDirectory(directory: string): Promise<void> {
  if (path.basename(directory).startsWith(prefix)) await rm(directory, { recursive: true, force: true });
}

async function usable(parent: string, { owner, passesClosedDirectories }: RunAs): Promise<boolean> {
  const entry = await stat(parent).catch(() => undefined);
  if (!entry?.isDirectory()) return false;
  return passesClosedDirectories || !owner || canReach(parent, owner);
}
