import { type Database, openDatabase } from '@pv-planning/database';
import { brokenRules } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { isDue } from '../src/dispatch/claim/due-companies.ts';
import { releaseLeases } from '../src/dispatch/claim/release-leases.ts';
import { createDeliveries, createEndpoints, createOutbox, defaultRules, purgeExpired } from '../src/index.ts';
import { unbatched } from '../src/sql/statement-groups.ts';
import { loopback, secretKey } from '../src/testing/index.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { drained, openWorkbench, settled, type Workbench } from './support/workbench.ts';

/** Rules for statements on tables that are distributed over several machines by company (Citus). */
let bench: Workbench;
let receiver: Receiver;
let observed: Database;
let statements: string[];

/** Distinguishes the observed connections from those that prepare the test. */
const applicationName = 'observed';

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
  const url = new URL(bench.url);
  url.searchParams.set('application_name', applicationName);
  observed = await openDatabase({ url: url.href, migrate: false });
  // Records all queries, regardless of how they reach the connection.
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await everything();
  statements = statementsOf(sent.mock.contexts, sent.mock.calls);
  sent.mockRestore();
});
afterAll(async () => {
  await observed.close();
  await bench.close();
  await receiver.close();
});

function statementsOf(clients: readonly unknown[], calls: readonly unknown[][]): string[] {
  const texts = calls.flatMap(([query], call) => {
    const { connectionParameters } = clients[call] as {
      connectionParameters: { application_name?: string };
    };
    if (connectionParameters.application_name !== applicationName) return [];
    if (typeof query === 'string') return query;
    const { statements: batch = [query] } = query as { statements?: unknown[] };
    return batch.map((one) => (one as { text: string }).text);
  });
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))];
}

/** Runs every statement of the package. */
async function everything(): Promise<void> {
  const { kysely } = observed;
  const options = { kysely, secretKey, allowTargets: loopback };
  const endpoints = createEndpoints(options);
  const deliveries = createDeliveries(options);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const record = async (outbox = createOutbox({ companyId, wake() {} })) => {
    outbox.record({ type: 'site.created', data: {} });
    await observed.transaction(companyId, async () => {}, { atCommit: outbox });
  };
  receiver.answer(500, 500, 204);
  const rules = { maxAttempts: 2, noticeAtFailures: 1 };
  const dispatcher = bench.dispatch({ connections: observed, rules });
  await record();
  await settled(bench, id, 'exhausted');
  await dispatcher.registry.metrics();
  const [delivery] = await deliveries.list(id);
  await deliveries.redeliver({ companyId, deliveryId: delivery?.id ?? '' });
  await drained(bench, id);
  await record(dispatcher.outbox(companyId));
  await drained(bench, id);
  await deliveries.recover({ ...id, since: '2000-01-01T00:00:00Z' });
  await endpoints.sendTest(id);
  await endpoints.rotateSecret(id);
  await endpoints.notices(id);
  await drained(bench, id);
  await endpoints.pause(id);
  await record();
  await sql`update webhook_delivery set lease_token = gen_random_uuid(), leased_at = now(), lease_until = now(), losses = 19`.execute(
    bench.database.kysely,
  );
  await endpoints.enable(id);
  await drained(bench, id);
  await bench.stop();
  await record();
  const [waiting] = await deliveries.list({ ...id, status: 'pending' });
  await deliveries.redeliver({ companyId, deliveryId: waiting?.id ?? '' });
  const { claims } = await claimDeliveries(kysely, { companyId, limit: 1, rules: defaultRules });
  expect(claims).toHaveLength(1);
  await releaseLeases(kysely, companyId, claims);
  expect(await isDue(unbatched(kysely), companyId, { alive: [], since: null, full: [] })).toBe(true);
  await endpoints.remove(id);
  await purgeExpired(kysely, defaultRules);
}

test('all statements follow the rules for distributed tables', async () => {
  expect(await brokenRules(statements)).toEqual([]);
});

test('each statement that writes or locks is limited to one company', () => {
  const writing = statements.filter((text) => /\b(insert|update|delete)\b/i.test(text));
  expect(writing.length).toBeGreaterThan(20);
  const lax = writing.filter((text) => !/company_?id"? = \$\d/i.test(text) && !/values \(\$1/i.test(text));
  expect(lax).toEqual([]);
});

test('statements across all companies only read, and their joins compare companies', () => {
  const wide = statements.filter((text) => !/\$\d/.test(text) || !/company_?id"? (=|in) \(?\$\d/i.test(text));
  for (const text of wide) {
    if (/values \(\$1|pg_notify/i.test(text)) continue;
    expect(text).not.toMatch(/\b(insert|update|delete|for no key|for share)\b/i);
    const joins = text.match(/\bjoin (?!lateral)webhook_/gi)?.length ?? 0;
    const pairs = text.match(/\w+\.company_id = \w+\.company_id/gi)?.length ?? 0;
    expect(pairs).toBeGreaterThanOrEqual(joins);
  }
});
