import { createHash } from 'node:crypto';
import pg from 'pg';
import { migrate, readMigrations } from '../migrate.ts';
import type { TestServer } from './test-server.ts';

const templatePrefix = 'pv_test_template_';

/** Arbitrary id of the advisory lock. */
const templateLock = '7310985413';

/**
 * Returns the name of a migrated, empty template database. Creates it on the first call and after each change of the migrations.
 * Drops templates of other migrations or owners.
 */
export async function ensureTemplate(server: TestServer): Promise<string> {
  const migrations = await readMigrations();
  const hash = createHash('sha256').update(
    `${server.owner} ${migrations.map(({ name, checksum }) => `${name} ${checksum}`).join()}`,
  );
  const name = templatePrefix + hash.digest('hex').slice(0, 16);
  await server.administrate(async (client) => {
    if (await exists(client, name)) return;
    await client.query(`select pg_advisory_lock(${templateLock})`);
    if (await exists(client, name)) return;
    await dropDatabases(client, templatePrefix);
    const unfinished = `${name}_unfinished`;
    await client.query(
      `create database ${unfinished} owner ${pg.escapeIdentifier(server.owner)} encoding 'UTF8' template template0`,
    );
    const inside = new pg.Client({ connectionString: server.urlOf(unfinished) });
    await inside.connect();
    try {
      await migrate(inside, migrations);
    } finally {
      await inside.end();
    }
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

async function dropDatabases(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
}
