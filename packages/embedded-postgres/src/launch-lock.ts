import { chmod, chown } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory } from './data-directory/make-directory.ts';

const busy = 5;

/** Milliseconds. */
const lockTimeout = 60_000;

/**
 * Runs `work` while holding an exclusive lock on `file`, against other processes and other callers in this process. Uses
 * SQLite's file lock: it is included in Node, works on Linux and macOS, and the operating system releases it when the holder
 * dies. The file stays empty. Only the owner can open it and enter its directory.
 * @throws Error if the lock is not available within a minute; the signal's reason if it aborts earlier
 */
export async function withLaunchLock<T>(
  file: string,
  owner: { uid: number; gid: number } | undefined,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const directory = path.dirname(file);
  await makeDirectory(directory, 0o700);
  if (owner) await chown(directory, owner.uid, owner.gid);
  const lock = await acquire(file, signal);
  try {
    await chmod(file, 0o600);
    if (owner) await chown(file, owner.uid, owner.gid);
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(file: string, signal: AbortSignal | undefined): Promise<DatabaseSync> {
  const deadline = Date.now() + lockTimeout;
  const lock = new DatabaseSync(file, { timeout: 0 });
  for (;;) {
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busy;
      if (!isBusy || Date.now() > deadline) {
        lock.close();
        const reason = isBusy ? 'another process has held it for a minute' : String(error);
        throw new Error(`Cannot lock ${file} to start or stop PostgreSQL: ${reason}`, { cause: error });
      }
    }
    if (signal?.aborted) lock.close();
    signal?.throwIfAborted();
    await sleep(10 + Math.random() * 20);
  }
}
