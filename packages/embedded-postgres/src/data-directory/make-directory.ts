import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a directory and its missing parents. Node's `recursive` option never returns on file systems that reject with ENOENT,
 * such as /proc.
 * @throws Error if a file is in the way or the system rejects the creation
 */
export async function makeDirectory(directory: string, mode: number): Promise<void> {
  const entry = await stat(directory).catch(() => undefined);
  if (entry?.isDirectory()) return;
  if (entry) throw new Error(`${directory} is not a directory.`);
  await makeDirectory(path.dirname(directory), mode);
  await mkdir(directory, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process created it first.
    if (error.code !== 'EEXIST') throw error;
  });
}
