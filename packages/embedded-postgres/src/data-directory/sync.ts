import { open } from 'node:fs/promises';

/** Flushes the content of a file, or the entries of a directory, to disk. */
export async function sync(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
