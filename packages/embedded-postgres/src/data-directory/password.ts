import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { DataDirectory } from '../server.ts';
import { sync } from './sync.ts';

/**
 * Reads the database password, which only the owner of the data directory can read. Creates it for a new directory. Processes
 * that start at the same time use the same one.
 */
export async function readPassword({ root, passwordFile }: DataDirectory): Promise<string> {
  const known = await read(passwordFile);
  if (known !== undefined) return known;
  const draft = `${passwordFile}.${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  try {
    const { uid, gid } = await stat(root);
    if (uid !== process.getuid?.()) await chown(draft, uid, gid);
    // The database keeps the password, so a power failure must not lose the file.
    await sync(draft);
    await link(draft, passwordFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  await sync(root);
  return readFile(passwordFile, 'utf8');
}

function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
