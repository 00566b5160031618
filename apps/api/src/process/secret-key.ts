import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Settings, SettingsError } from '../settings/settings.ts';

const keyBytes = 32;
const howToMake = `${keyBytes} bytes in base64, for example from: openssl rand -base64 ${keyBytes}`;

/** What to do when the key is another one than the database knows, or there is none. */
const remedy =
  'Set SECRET_KEY to the key of the process that used this database first: its own SECRET_KEY, or the text of ' +
  'secret.key in its DATA_DIR.';

function decoded(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw new SettingsError(`${source} must hold ${howToMake}.`);
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

type KeySettings = Pick<Settings, 'secretKey' | 'dataDir' | 'databaseUrl' | 'production'>;

/**
 * The key that encrypts signing secrets at rest: `SECRET_KEY`, or a file in the data directory, made at the first start.
 * The database remembers which one it was: a process with another key could read no secret, and what it wrote nobody else.
 *
 * @throws {SettingsError} when the key is not the one of the database, or has to be set
 */
export async function loadSecretKey(settings: KeySettings, database: QueryExecutorProvider): Promise<Buffer> {
  const { secretKey, dataDir } = settings;
  const path = join(dataDir, 'secret.key');
  // Whoever shares the data directory has written the file before it told the database.
  const isKnown = (await knownFingerprint(database)) !== undefined;
  const key =
    secretKey !== undefined
      ? decoded(secretKey, 'SECRET_KEY')
      : ((await keyInFile(path)) ?? (await newKey(settings, path, isKnown)));
  if ((await rememberFingerprint(database, fingerprintOf(key))) === fingerprintOf(key)) return key;
  const source = secretKey !== undefined ? 'SECRET_KEY' : `The key in ${path}`;
  throw new SettingsError(
    `${source} is not the one that this database's secrets are encrypted with. ${remedy}`,
  );
}

const fingerprintOf = (key: Buffer) =>
  createHmac('sha256', key).update('key of the signing secrets').digest('hex');

async function knownFingerprint(database: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from secret_key`.execute(database);
  return rows[0]?.fingerprint;
}

/** The first one stays. Returns it. */
async function rememberFingerprint(
  database: QueryExecutorProvider,
  fingerprint: string,
): Promise<string | undefined> {
  await sql`insert into secret_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(
    database,
  );
  return knownFingerprint(database);
}

async function keyInFile(path: string): Promise<Buffer | undefined> {
  try {
    return decoded(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function newKey(
  { dataDir, databaseUrl, production }: KeySettings,
  path: string,
  isKnown: boolean,
): Promise<Buffer> {
  if (isKnown) {
    throw new SettingsError(
      `The key that this database's secrets are encrypted with is neither in SECRET_KEY nor in ${path}. ${remedy}`,
    );
  }
  if (production && databaseUrl !== undefined) {
    throw new SettingsError(
      `With DATABASE_URL in production SECRET_KEY must be set, the same for all processes: ${howToMake}.`,
    );
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
