import { openDatabase } from '@pv-planning/database';
import { textsOf } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { drained, eventually } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver({ realTime: true });

interface Statistics {
  updated: number;
  inPlace: number;
  scans: number;
  scanned: number;
}

/** Returns PostgreSQL's statistics of the queue's table. */
async function statistics(): Promise<Statistics> {
  const { rows } = await sql<Statistics>`
    select n_tup_upd::integer as updated, n_tup_hot_upd::integer as in_place, seq_scan::integer as scans,
      seq_tup_read::integer as scanned
    from pg_stat_user_tables where relname = 'webhook_delivery'
  `.execute(bench.database.kysely);
  const [row] = rows;
  if (!row) throw new Error('The queue has no statistics.');
  return row;
}

test('claims update the queue in place (HOT) and use indexes even with plans for a tiny table', async () => {
  const own = await openDatabase({ url: bench.url, migrate: false, indexesOnly: true });
  const { companyId, id } = await bench.subscribe(receiver.url);
  await sql`alter table webhook_delivery set (autovacuum_enabled = false)`.execute(bench.database.kysely);
  await sql`vacuum analyze webhook_delivery`.execute(bench.database.kysely);
  bench.dispatch({ connections: own });
  // PostgreSQL reuses a plan from the sixth execution on.
  const few = 12;
  for (let count = 0; count < few; count++) {
    await bench.record(companyId);
    await drained(bench, id);
  }
  const events = 600;
  await bench.recordMany(companyId, events);
  await drained(bench, id);
  // A connection reports its statistics when it ends.
  await bench.stop();
  await own.close();
  await eventually(async () => expect((await statistics()).updated).toBe(few + events));
  const after = await statistics();
  expect(after.inPlace).toBeGreaterThan(0.9 * events);
  // This test also scans the queue.
  expect(after.scanned / events).toBeLessThan(20);
});

test('a single result is saved with a plan that finds its delivery by key, even if the queue was empty', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await bench.record(companyId);
  await drained(bench, id);
  await bench.stop();
  const saving = sent.mock.calls
    .flatMap(([query]) => textsOf(query))
    .find((text) => /delete from webhook_delivery\b.*has_recovering/s.test(text));
  sent.mockRestore();
  const own = await openDatabase({ url: bench.url, migrate: false, indexesOnly: true });
  await sql`vacuum analyze webhook_delivery`.execute(bench.database.kysely);
  const parameters = new Set(saving?.match(/\$\d+/g)).size;
  const { rows } = await own.kysely.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    await sql.raw(`prepare saving as ${saving}`).execute(connection);
    return sql
      .raw<object>(`explain execute saving (${Array(parameters).fill('null').join()})`)
      .execute(connection);
  });
  await own.close();
  const plan = rows.map((row) => Object.values(row)).join('\n');
  expect(plan).toMatch(
    /on webhook_delivery .*\n +Index Cond: \(\(company_id = \$\d+\) AND \((event_)?id = \$\d+\)/,
  );
});

test('the database rejects a lease without an end, because its event would never be sent', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 1);
  const lease = sql`
    update webhook_delivery set lease_token = gen_random_uuid() where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  await expect(lease).rejects.toMatchObject({ constraint: 'webhook_delivery_lease_check' });
});
