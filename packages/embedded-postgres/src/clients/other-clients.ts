import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServerAddress } from '../probe.ts';

/** Milliseconds for the server to notice that our connections are closed. */
const disconnectTimeout = 2_000;

/**
 * Whether no other client is connected. Waits until the server has dropped the connections of `applicationName`, which the caller
 * has closed, so that the next check does not count them.
 */
export async function isAlone(address: ServerAddress, applicationName: string): Promise<boolean> {
  const client = new pg.Client({
    ...address,
    database: 'postgres',
    application_name: 'pv-planning launcher',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const deadline = Date.now() + disconnectTimeout;
    for (;;) {
      const { rows } = await client.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      const ours = rows.filter(({ name }) => name === applicationName).length;
      if (ours === 0 || Date.now() > deadline) return rows.length === ours;
      await sleep(5);
    }
  } finally {
    await client.end().catch(() => {});
  }
}
