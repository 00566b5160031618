import path from 'node:path';
import { makeDirectory } from './make-directory.ts';

/** Creates the data directory unless it exists. For root, PostgreSQL runs as another user, who needs search permission on it. */
export async function makeDataDirectory(dataDir: string): Promise<void> {
  await makeDirectory(path.resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
}
