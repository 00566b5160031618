import type { ClientBase } from 'pg';

const minVersion = 15;

interface ServerFacts {
  version: string;
  versionNumber: number;
  encoding: string;
  germanOrder: boolean;
}

/** @throws Error if the server is too old, does not use UTF-8, or lacks the German collation */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as "versionNumber",
            current_setting('server_encoding') as encoding,
            exists (select from pg_collation where collname = 'de-x-icu') as "germanOrder"`,
  );
  for (const { version, versionNumber, encoding, germanOrder } of rows) {
    if (versionNumber < minVersion * 10_000) {
      throw new Error(`PostgreSQL ${minVersion} or newer is required; this server runs ${version}.`);
    }
    if (encoding !== 'UTF8') throw new Error(`The encoding of the database must be UTF8; it is ${encoding}.`);
    if (!germanOrder)
      throw new Error('This PostgreSQL was built without ICU: the collation "de-x-icu" is missing.');
  }
}
