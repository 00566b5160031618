import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { ServerAddress } from '../probe.ts';
import { type Server, serviceRole, superuser } from '../server.ts';
import { sync } from './sync.ts';

/** Access rules: every role needs a password. The server listens on a socket only. */
const rules = 'local all all scram-sha-256\n';

const rulesFile = ({ directory }: Server) => path.join(directory.pgData, 'pg_hba.conf');

/**
 * Sets the password of both roles, then requires it. A new directory trusts everybody who can reach the socket, as those of
 * earlier versions did. An interrupted attempt is repeated at the next start.
 */
export async function demandPassword(server: Server, address: ServerAddress): Promise<void> {
  if ((await readFile(rulesFile(server), 'utf8')) === rules) return;
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    const password = client.escapeLiteral(server.password);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [serviceRole]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${serviceRole} login password ${password}`,
    );
    await client.query(`alter role ${superuser} password ${password}`);
    await writeRules(server);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** Writes atomically: PostgreSQL does not start with incomplete rules. */
async function writeRules(server: Server): Promise<void> {
  const { owner } = server.runAs;
  const file = rulesFile(server);
  const draft = `${file}.new`;
  await writeFile(draft, rules, { mode: 0o600 });
  if (owner) await chown(draft, owner.uid, owner.gid);
  await sync(draft);
  await rename(draft, file);
}

/** Instructions if the database has a different password than the file. */
export const forgottenPassword = (server: Server): string =>
  `The password in ${server.directory.passwordFile} is not that of the database. Restore the file, or write ` +
  `"local all all trust" to ${rulesFile(server)} and start again with PostgreSQL stopped: it then gets a new one.`;
