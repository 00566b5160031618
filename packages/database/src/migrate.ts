import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type ClientBase, DatabaseError } from 'pg';

const migrationsFolder = new URL('../migrations/', import.meta.url);

/** Arbitrary id of the advisory lock, unique within the database. */
const migrationLock = '7310985412';

export interface Migration {
  /** File name without `.sql`; the order of names is the order of application. */
  name: string;
  sql: string;
  /** SHA-256 of the file, hex. */
  checksum: string;
}

export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8');
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies pending migrations, each in its own transaction. Several processes can run it concurrently. A database that is newer
 * than this code is accepted: operators stop older processes before they start a newer version.
 * @returns the names of the migrations applied by this call
 * @throws Error if an applied migration was edited or is missing, or if the role may not create extensions
 */
export async function migrate(client: ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(client, migrations);
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyNext(client: ClientBase, migrations: readonly Migration[]): Promise<string | undefined> {
  await client.query('begin');
  try {
    const pending = await findPending(client, migrations);
    if (pending) {
      await apply(client, pending, migrations);
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        pending.name,
        pending.checksum,
      ]);
    }
    await client.query('commit');
    return pending?.name;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Acquires a lock for the transaction. A session lock would leak through poolers. */
async function findPending(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
  await client.query(`create table if not exists schema_migration (
    name text collate "C" primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  return nextPending(migrations, new Map(rows.map((row) => [row.name, row.checksum])));
}

function nextPending(migrations: readonly Migration[], applied: Map<string, string>): Migration | undefined {
  const known = new Set(migrations.map((migration) => migration.name));
  const newest = migrations.at(-1)?.name ?? '';
  for (const name of applied.keys()) {
    if (!known.has(name) && name < newest) {
      throw new Error(`Migration ${name} was applied to this database, but its file is missing.`);
    }
  }
  for (const { name, checksum } of migrations) {
    const recorded = applied.get(name);
    if (recorded !== undefined && recorded !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. ` +
          'Restore the file and write the change as a new migration.',
      );
    }
  }
  return migrations.find(({ name }) => !applied.has(name));
}

/** SQLSTATEs of `create extension`: insufficient privilege; not supported; files not installed. */
const extensionErrors = new Set(['42501', '0A000', '58P01']);

async function apply(
  client: ClientBase,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    if (
      error instanceof DatabaseError &&
      extensionErrors.has(error.code ?? '') &&
      /extension/.test(error.message)
    ) {
      const extensions = migrations
        .slice(migrations.indexOf(migration))
        .flatMap(({ sql }) => [...sql.matchAll(/create extension if not exists (\w+)/g)])
        .map(([, name]) => name);
      throw new Error(
        `This role cannot create extensions (${error.message}). Ask an administrator to run in this database: ` +
          `${extensions.map((name) => `create extension ${name};`).join(' ')}`,
        { cause: error },
      );
    }
    throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
