import { open } from 'node:fs/promises';

/** Makes the content of a file durable, or the names in a directory. */
export async function sync(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
