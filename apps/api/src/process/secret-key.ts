import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSecretFile, makeDirectory, readIfExists } from '@pv-planning/embedded-postgres';
import { type QueryExecutorProvider, sql } from 'kysely';
import { reasonOf } from '../settings/reason.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';

const keyBytes = 32;
const keyFormat = `${keyBytes} bytes in base64, for example from: openssl rand -base64 ${keyBytes}`;

/** The remedy if the key is missing or does not match the fingerprint in the database. */
const remedy =
  'Set SECRET_KEY to the key of the process that first used this database: its SECRET_KEY, or the content of ' +
  'secret.key in its DATA_DIR.';

/** Returns undefined if the text is not a key. */
function decoded(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === keyBytes ? key : undefined;
}

type KeySettings = Pick<Settings, 'secretKey' | 'dataDir' | 'databaseUrl' | 'production'>;

/**
 * Returns the key that encrypts signing secrets at rest: `SECRET_KEY`, or a file in the data directory that the first start creates.
 * The database stores the key's fingerprint, because a process with another key could not decrypt the stored secrets.
 *
 * @throws {SettingsError} if the key does not match the fingerprint in the database, or is required but missing
 */
export async function loadSecretKey(settings: KeySettings, database: QueryExecutorProvider): Promise<Buffer> {
  const { secretKey, dataDir } = settings;
  const path = join(dataDir, 'secret.key');
  // Read before the file: another process with the same data directory writes the file before it stores the fingerprint.
  const hasFingerprint = (await storedFingerprint(database)) !== undefined;
  const key =
    secretKey !== undefined ? keyInSetting(secretKey) : await keyInFile(settings, path, hasFingerprint);
  if ((await storeFingerprint(database, fingerprintOf(key))) === fingerprintOf(key)) return key;
  const source = secretKey !== undefined ? 'SECRET_KEY' : `The key in ${path}`;
  throw new SettingsError(`${source} is not the key that encrypts this database's secrets. ${remedy}`);
}

const fingerprintOf = (key: Buffer) =>
  createHmac('sha256', key).update('key of the signing secrets').digest('hex');

async function storedFingerprint(database: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from secret_key`.execute(database);
  return rows[0]?.fingerprint;
}

/** Stores the fingerprint unless the database already has one. Returns the stored one. */
async function storeFingerprint(
  database: QueryExecutorProvider,
  fingerprint: string,
): Promise<string | undefined> {
  await sql`insert into secret_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(
    database,
  );
  return storedFingerprint(database);
}

function keyInSetting(secretKey: string): Buffer {
  const key = decoded(secretKey);
  if (!key) throw new SettingsError(`SECRET_KEY must contain ${keyFormat}.`);
  return key;
}

async function keyInFile(settings: KeySettings, path: string, hasFingerprint: boolean): Promise<Buffer> {
  const text = (await readIfExists(path)) ?? (await createKeyFile(settings, path, hasFingerprint));
  const key = decoded(text);
  if (key) return key;
  throw new SettingsError(
    `${path} is empty or incomplete: it must contain ${keyBytes} bytes in base64. ` +
      (hasFingerprint
        ? `Restore it from a backup; without this key, no signing secret can be decrypted. ${remedy}`
        : 'Delete it: no secret has been encrypted yet, and the next start generates a key.'),
  );
}

async function createKeyFile(
  { dataDir, databaseUrl, production }: KeySettings,
  path: string,
  hasFingerprint: boolean,
): Promise<string> {
  if (hasFingerprint) {
    throw new SettingsError(
      `The key that encrypts this database's secrets is neither in SECRET_KEY nor in ${path}. ${remedy}`,
    );
  }
  if (production && databaseUrl !== undefined) {
    throw new SettingsError(
      `In production, DATABASE_URL requires SECRET_KEY, shared by all processes: ${keyFormat}.`,
    );
  }
  await makeDirectory(dataDir, 0o700).catch((error) => {
    throw new SettingsError(`DATA_DIR (${dataDir}) cannot be created: ${reasonOf(error)}`, { cause: error });
  });
  return createSecretFile(path, `${randomBytes(keyBytes).toString('base64')}\n`);
}
