import { chown, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sync } from './sync.ts';

/**
 * Creates a file that only the owner of its directory can read, unless it exists, and returns its content. Processes that call it at
 * the same time get the same content. Once it returns, a power failure no longer loses the file: what depends on it would be lost, too.
 */
export async function createSecretFile(file: string, content: string): Promise<string> {
  const directory = path.dirname(file);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    const { uid, gid } = await stat(directory);
    if (uid !== process.getuid?.()) await chown(draft, uid, gid);
    await sync(draft);
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  await sync(directory);
  return readFile(file, 'utf8');
}

/** Reads a file; undefined if it does not exist. */
export function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
