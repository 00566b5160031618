import { createTestDatabase } from '@pv-planning/database/testing';
import { createEndpoints, createOutbox } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { createDemoCompany } from '../src/demo/demo-company.ts';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings/settings.ts';
import { startReceiver } from './support/receiver.ts';

const secretKey = Buffer.alloc(32, 5);
const allowTargets = ['127.0.0.0/8'];

/** Starts the service with one endpoint. `whileWaiting` blocks requests for customers with a table lock. */
async function startHere() {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const url = new URL(database.url);
  url.searchParams.set('lock_timeout', '600000');
  url.searchParams.set('application_name', 'service');
  const settings = readSettings({
    DATABASE_URL: url.href,
    PORT: '0',
    SECRET_KEY: secretKey.toString('base64'),
    WEBHOOK_ALLOW_TARGETS: allowTargets.join(),
  });
  const service = await startService(settings, testLog().logger);
  onTestFinished(service.close);
  const receiver = await startReceiver();
  const { kysely } = database;
  const { companyId = '', apiKey } = (await createDemoCompany(database, service.links)) ?? {};
  const eventTypes = ['project.created'];
  await createEndpoints({ kysely, secretKey, allowTargets }).create({
    companyId,
    url: receiver.url,
    eventTypes,
  });

  return {
    service,
    receiver,
    /** Runs `work` while this many requests are waiting. Resolves with the promises of their statuses. */
    async whileWaiting(waiting: number, work: (answered: () => number) => Promise<void>) {
      let answered = 0;
      return kysely.transaction().execute(async (transaction) => {
        await sql`lock table customer`.execute(transaction);
        const requests = Array.from({ length: waiting }, async () => {
          const headers = { Authorization: `Bearer ${apiKey}` };
          const response = await fetch(`${service.url}/v1/customers`, { headers });
          answered += 1;
          return response.status;
        });
        const waits = sql`select from pg_locks where relation = 'customer'::regclass and not granted`;
        await expect.poll(async () => (await waits.execute(kysely)).rows).toHaveLength(waiting);
        await work(() => answered);
        return requests;
      });
    },
    /** Returns the number of connections on which the service looks for deliveries. */
    async dispatching() {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'service' and strpos(query, 'webhook_') > 0
      `.execute(kysely);
      return rows.length;
    },
    async raise() {
      const outbox = createOutbox({ companyId, wake() {} });
      outbox.record({ type: 'project.created', data: {} });
      await database.transaction(companyId, async () => {}, { atCommit: outbox });
    },
  };
}

/** The limit stated in the README. Further requests would wait for a slot. */
const connectionsPerCompany = 6;

test('requests that use all connections of their company do not delay deliveries', async () => {
  const { receiver, whileWaiting, raise } = await startHere();
  const requests = await whileWaiting(connectionsPerCompany, async (answered) => {
    await raise();
    await receiver.received(1);
    expect(answered()).toBe(0);
  });
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
});

test('a stopping service sends no deliveries while it waits for its last requests', async () => {
  const { service, receiver, whileWaiting, dispatching, raise } = await startHere();
  const stopped = Promise.withResolvers<void>();
  const requests = await whileWaiting(1, async (answered) => {
    await expect.poll(dispatching).toBeGreaterThan(0);
    service.close().then(stopped.resolve, stopped.reject);
    await expect.poll(dispatching).toBe(0);
    await raise();
    expect(answered()).toBe(0);
  });
  expect(await Promise.all(requests)).toEqual([200]);
  await stopped.promise;
  expect(receiver.requests).toEqual([]);
});
