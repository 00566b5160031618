import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServerAddress } from './probe.ts';

/** Milliseconds the server may take to notice that our connections are closed. */
const lingering = 2_000;

/**
 * Whether nobody else is connected. Waits until the connections of `applicationName`, which the caller has closed,
 * are gone from the server too, so that the next who asks does not take them for somebody.
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
    const deadline = Date.now() + lingering;
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
