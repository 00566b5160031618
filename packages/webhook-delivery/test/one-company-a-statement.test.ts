import type { Tables } from '@pv-planning/database';
import { type Kysely, PostgresQueryCompiler, type QueryId, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveries, createEndpoints, defaultRules, purgeExpired, recordEvent } from '../src/index.ts';
import { loopback, secretKey } from '../src/testing.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { drained, openWorkbench, settled, type Workbench } from './support/workbench.ts';

/** What spreading the tables over several machines by company (Citus) asks of statements. */
let bench: Workbench;
let receiver: Receiver;
const statements = new Set<string>();
let observed: Kysely<Tables>;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
  const compiler = new PostgresQueryCompiler();
  observed = bench.database.kysely.withPlugin({
    transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }) {
      statements.add(compiler.compileQuery(node, queryId).sql.replaceAll(/\s+/g, ' ').trim());
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await everything();
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

/** Makes the engine send each of its statements. */
async function everything(): Promise<void> {
  const options = { kysely: observed, secretKey, allowTargets: loopback };
  const endpoints = createEndpoints(options);
  const deliveries = createDeliveries(options);
  const { companyId, id } = await bench.subscribe(receiver.url);
  const record = () =>
    observed
      .transaction()
      .execute((transaction) => recordEvent(transaction, { companyId, type: 'site.created', data: {} }));
  receiver.answer(500, 500, 204);
  const rules = { maxAttempts: 2, noticeAtFailures: [1] };
  const dispatcher = bench.dispatch({ kysely: observed, rules });
  await record();
  await settled(bench, id, 'exhausted');
  await dispatcher.registry.metrics();
  const [delivery] = await deliveries.list(id);
  await deliveries.redeliver({ companyId, deliveryId: delivery?.id ?? '' });
  await drained(bench, id);
  await deliveries.recover({ ...id, since: '2000-01-01T00:00:00Z' });
  await endpoints.sendTest(id);
  await endpoints.rotateSecret(id);
  await endpoints.notices(id);
  await endpoints.pause(id);
  await record();
  await sql`update webhook_delivery set lease_token = gen_random_uuid(), losses = 19`.execute(
    bench.database.kysely,
  );
  await endpoints.enable(id);
  await drained(bench, id);
  await bench.stop();
  await endpoints.remove(id);
  await purgeExpired(observed, defaultRules);
}

test('a statement that writes or locks names one company', () => {
  const writing = [...statements].filter((text) => /\b(insert|update|delete)\b/i.test(text));
  expect(writing.length).toBeGreaterThan(20);
  const lax = writing.filter(
    (text) => !/company_?id"? = \$\d/i.test(text) && !/select \$1::bigint|values \(\$1/i.test(text),
  );
  expect(lax).toEqual([]);
});

test('a statement over all companies only reads, and each of its joins pairs companies', () => {
  const wide = [...statements].filter(
    (text) => !/\$\d/.test(text) || !/company_?id"? (=|in) \(?\$\d/i.test(text),
  );
  for (const text of wide) {
    if (/select \$1::bigint|values \(\$1|pg_notify/i.test(text)) continue;
    expect(text).not.toMatch(/\b(insert|update|delete|for no key|for share)\b/i);
    const joins = text.match(/\bjoin (?!lateral)webhook_/gi)?.length ?? 0;
    const pairs = text.match(/\w+\.company_id = \w+\.company_id/gi)?.length ?? 0;
    expect(pairs).toBeGreaterThanOrEqual(joins);
  }
});
