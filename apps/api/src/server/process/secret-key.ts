import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSecretFile, makeDirectory, readIfExists } from '@pv-planning/embedded-postgres';
import { type QueryExecutorProvider, sql } from 'kysely';
import { fingerprintOf, type SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import { reasonOf } from '../../kernel/settings/reason.ts';
import { type Settings, SettingsError } from '../../kernel/settings/settings.ts';

const keyBytes = 32;
const keyFormat = `${keyBytes} bytes in base64, for example from: openssl rand -base64 ${keyBytes}`;

/** The remedy if the key is missing or does not match the fingerprint in the database. */
const remedy =
  'Set SECRET_KEY to the key of the process that first used this database: its SECRET_KEY, or the content of ' +
  'secret.key in its DATA_DIR. To change the key, set SECRET_KEY_FORMER to that one.';

/** Returns undefined if the text is not a key. */
function decoded(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === keyBytes ? key : undefined;
}

type KeySettings = Pick<Settings, 'secretKey' | 'secretKeyFormer' | 'dataDir' | 'databaseUrl' | 'production'>;

/** The keys of the settings, and the fingerprints in the database. */
interface Configured {
  key: Buffer;
  /** The source of `key`. */
  source: string;
  former: Buffer | undefined;
  stored: Fingerprints;
}

/** Stores the fingerprint of the first key. */
async function configured(settings: KeySettings, database: QueryExecutorProvider): Promise<Configured> {
  const { secretKey, secretKeyFormer, dataDir } = settings;
  const path = join(dataDir, 'secret.key');
  // Read before the file: another process with the same data directory writes the file before it stores the fingerprint.
  const hasFingerprint = (await storedFingerprints(database)) !== undefined;
  const key =
    secretKey === undefined
      ? await keyInFile(settings, path, hasFingerprint)
      : keyInSetting('SECRET_KEY', secretKey);
  const former =
    secretKeyFormer === undefined ? undefined : keyInSetting('SECRET_KEY_FORMER', secretKeyFormer);
  const stored = await storeFingerprint(database, fingerprintOf(key));
  return { key, source: secretKey === undefined ? `The key in ${path}` : 'SECRET_KEY', former, stored };
}

const has = (fingerprint: string | null, key: Buffer | undefined): key is Buffer =>
  key !== undefined && fingerprintOf(key) === fingerprint;

/** Returns the keys, that of the fingerprint first. */
function presentFirst({ key, source, former, stored }: Configured): SecretKeys {
  const { fingerprint, formerFingerprint } = stored;
  const [present, other] = has(fingerprint, key) ? [key, former] : [former, key];
  if (!has(fingerprint, present))
    throw new SettingsError(`${source} is not the key that encrypts this database's secrets. ${remedy}`);
  if (formerFingerprint !== null && !has(formerFingerprint, other))
    throw new SettingsError(
      'Some secrets are still encrypted with the key before SECRET_KEY. Set SECRET_KEY_FORMER to that key, until a process has started ' +
        'with both.',
    );
  return { secretKey: present, formerSecretKey: other };
}

/**
 * Returns the key that makes credentials and encrypts stored secrets: `SECRET_KEY`, or a file in the data directory that the first start
 * creates. The database stores the key's fingerprint, because a process with another key could not decrypt the stored secrets.
 *
 * With `SECRET_KEY_FORMER`, the present key is that of the fingerprint: until a service has started with a new key, commands make
 * only credentials that the running service can read.
 *
 * @throws {SettingsError} if no key matches the fingerprint in the database, or one is required but missing
 */
export async function loadSecretKeys(
  settings: KeySettings,
  database: QueryExecutorProvider,
): Promise<SecretKeys> {
  return presentFirst(await configured(settings, database));
}

/**
 * Like `loadSecretKeys`, for a service: if the key of the database is `SECRET_KEY_FORMER`, it is changed to `SECRET_KEY`. The next process
 * that starts continues a change that was interrupted, and several can do it at the same time.
 *
 * @param reseal encrypts all stored secrets with the present key
 */
export async function adoptSecretKeys(
  settings: KeySettings,
  database: QueryExecutorProvider,
  reseal: (keys: SecretKeys) => Promise<void>,
): Promise<SecretKeys> {
  const before = await configured(settings, database);
  const { key } = before;
  const { secretKey: former } = presentFirst(before);
  if (!key.equals(former))
    await sql`
      update secret_key set fingerprint = ${fingerprintOf(key)}, former_fingerprint = ${fingerprintOf(former)}
       where fingerprint = ${fingerprintOf(former)}`.execute(database);
  const after = await configured(settings, database);
  const keys = presentFirst(after);
  if (after.stored.formerFingerprint !== null) {
    await reseal(keys);
    await sql`update secret_key set former_fingerprint = null where fingerprint = ${fingerprintOf(key)}`.execute(
      database,
    );
  }
  return keys;
}

interface Fingerprints {
  fingerprint: string;
  /** Fingerprint of the key with which some secrets may still be encrypted; null for none. */
  formerFingerprint: string | null;
}

async function storedFingerprints(database: QueryExecutorProvider): Promise<Fingerprints | undefined> {
  const { rows } = await sql<Fingerprints>`
    select fingerprint, former_fingerprint as "formerFingerprint" from secret_key`.execute(database);
  return rows[0];
}

/** Stores the fingerprint unless the database already has one. Returns what is stored. */
async function storeFingerprint(database: QueryExecutorProvider, fingerprint: string): Promise<Fingerprints> {
  await sql`insert into secret_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(
    database,
  );
  const stored = await storedFingerprints(database);
  if (!stored) throw new Error('The fingerprint of the secret key is gone.');
  return stored;
}

function keyInSetting(name: string, text: string): Buffer {
  const key = decoded(text);
  if (!key) throw new SettingsError(`${name} must contain ${keyFormat}.`);
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
