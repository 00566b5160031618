import type { ClientBase } from 'pg';

const oldestVersion = 15;

interface ServerFacts {
  version: string;
  versionNumber: number;
  encoding: string;
  germanOrder: boolean;
}

/** @throws Error when the server is too old, does not store UTF-8, or cannot sort German names */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as "versionNumber",
            current_setting('server_encoding') as encoding,
            exists (select from pg_collation where collname = 'de-x-icu') as "germanOrder"`,
  );
  for (const { version, versionNumber, encoding, germanOrder } of rows) {
    if (versionNumber < oldestVersion * 10_000) {
      throw new Error(`PostgreSQL ${oldestVersion} or newer is needed, and this server is ${version}.`);
    }
    if (encoding !== 'UTF8')
      throw new Error(`The database must be encoded in UTF8, and it is in ${encoding}.`);
    if (!germanOrder)
      throw new Error('This PostgreSQL was built without ICU: the collation "de-x-icu" is missing.');
  }
}
