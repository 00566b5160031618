import type { ServerResponse } from 'node:http';
import { openDatabase } from '@pv-planning/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { dispatcherConnections } from '../src/index.ts';
import { startReceiver } from './support/receiver.ts';
import { eventually, openWorkbench } from './support/workbench.ts';

test('a connection remains free to measure the queues while claims and results wait for locks', async () => {
  const bench = await openWorkbench();
  onTestFinished(bench.close);
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const own = await openDatabase({ url: bench.url, migrate: false, poolSize: dispatcherConnections });
  onTestFinished(own.close);
  const responses: ServerResponse[] = [];
  receiver.answer((response) => responses.push(response));

  const companies = 20;
  const paused = await Promise.all(Array.from({ length: companies }, () => bench.subscribe(receiver.url)));
  for (const { companyId, id } of paused) {
    await bench.endpoints.pause(id);
    await bench.record(companyId);
  }
  const dispatcher = bench.dispatch({ connections: own, rules: { pollMs: 3_600_000 } });
  onTestFinished(bench.stop);
  for (let count = 0; count < companies; count++) {
    const { companyId } = await bench.subscribe(receiver.url);
    await bench.record(companyId);
  }
  await receiver.received(companies);
  const { kysely } = bench.database;
  await kysely.transaction().execute(async (transaction) => {
    await sql`lock table webhook_event, webhook_attempt in access exclusive mode`.execute(transaction);
    // Claimed before the responses, because saving those results locks their endpoints until this transaction ends.
    await kysely.updateTable('webhookEndpoint').set({ state: 'active' }).execute();
    receiver.answer(204);
    for (const [index, response] of responses.entries()) response.writeHead(index % 2 ? 204 : 500).end();
    const toWake = paused.map(({ companyId }) => companyId);
    await eventually(async () => {
      // Further companies are claimed for in a group, while the statements of earlier groups wait for their locks one by one.
      const next = toWake.shift();
      if (next !== undefined) dispatcher.wake(next);
      const { rows } = await sql`
        select distinct pid from pg_locks
        where not granted and relation in ('webhook_event'::regclass, 'webhook_attempt'::regclass)
      `.execute(transaction);
      // Claims on two connections, successes on one, failures on two.
      expect(rows.length).toBeGreaterThanOrEqual(5);
    });
    const metrics = await dispatcher.registry.metrics();
    expect(metrics).toContain(`webhook_endpoints{state="active"} ${2 * companies}`);
  });
});
