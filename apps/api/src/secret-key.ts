import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, SettingsError } from './settings.ts';

const keyBytes = 32;

function decoded(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw new SettingsError(
    `${source} must hold ${keyBytes} bytes in base64 (for example from: openssl rand -base64 ${keyBytes}).`,
  );
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/**
 * The key that encrypts signing secrets at rest: `SECRET_KEY`, or a file beside the data, made at the first start.
 * Whoever moves the database to another machine takes it along, or the stored secrets cannot be read.
 */
export async function loadSecretKey({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey !== undefined) return decoded(secretKey, 'SECRET_KEY');
  const path = join(dataDir, 'secret.key');
  try {
    return decoded(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Linked into place whole, so that two processes that start at once agree on one key.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return decoded(await readFile(path, 'utf8'), path);
}
