import { randomBytes } from 'node:crypto';
import type { DataDirectory } from '../server.ts';
import { createSecretFile, readIfExists } from './secret-file.ts';

/**
 * Reads the database password, which only the owner of the data directory can read. Creates it for a new directory. Processes
 * that start at the same time use the same one.
 */
export async function readPassword({ passwordFile }: DataDirectory): Promise<string> {
  const known = await readIfExists(passwordFile);
  return known ?? createSecretFile(passwordFile, randomBytes(24).toString('base64url'));
}
