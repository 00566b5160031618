import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '@pv-planning/database/testing';
import { createDispatcherNotifier, createEndpoints, createOutbox } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { createDemoCompany } from '../src/programs/demo/demo-company.ts';
import { startService } from '../src/server/service.ts';
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
  const { logger, lines } = testLog();
  const service = await startService(settings, logger);
  onTestFinished(service.close);
  const receiver = await startReceiver();
  const { kysely } = database;
  const { companyId = '', apiKey } = (await createDemoCompany(service)) ?? {};
  const eventTypes = ['project.created', 'customer.created'];
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
    /** Records an event like another process. */
    async raise() {
      const notifier = createDispatcherNotifier({ kysely, logger });
      const outbox = createOutbox({ companyId, wake: notifier.wake });
      outbox.record({ type: 'project.created', data: {} });
      await database.transaction(companyId, async () => {}, { atCommit: outbox });
      await notifier.stop();
    },
    async createCustomer() {
      const { status } = await fetch(`${service.url}/v1/customers`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ lastName: 'Vogel' }),
      });
      return status;
    },
    /** Runs `work` while the commits of new customers wait. */
    async whileCommitting(work: (waiting: () => Promise<number>) => Promise<void>) {
      await sql`
        create function wait() returns trigger language plpgsql as
          'begin perform pg_advisory_xact_lock_shared(1); return null; end'
      `.execute(kysely);
      await sql`
        create constraint trigger wait after insert on customer deferrable initially deferred for each row
        execute function wait()
      `.execute(kysely);
      await kysely.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(transaction);
        await work(async () => {
          const { rows } =
            await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(transaction);
          return rows.length;
        });
      });
    },
    async leases() {
      const { rows } = await sql`select from webhook_delivery where lease_token is not null`.execute(kysely);
      return rows.length;
    },
    /** Returns the messages of logged errors. */
    errors: () =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level >= 50)
        .map(({ msg }) => msg),
  };
}

/** The limit stated in docs/operation.md. Further requests would wait for a slot. */
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
  const { service, receiver, whileWaiting, raise } = await startHere();
  await raise();
  await receiver.received(1);
  const stopped = Promise.withResolvers<void>();
  const requests = await whileWaiting(1, async (answered) => {
    service.close().then(stopped.resolve, stopped.reject);
    await raise();
    expect(answered()).toBe(0);
  });
  expect(await Promise.all(requests)).toEqual([200]);
  await stopped.promise;
  expect(receiver.requests).toHaveLength(1);
});

test('an event that is committed while the service stops is left to other processes', async () => {
  const { service, receiver, whileCommitting, createCustomer, leases, errors } = await startHere();
  // The service knows the endpoint now, and sends further events without a claim.
  await createCustomer();
  await receiver.received(1);
  await expect.poll(leases).toBe(0);
  const stopped = Promise.withResolvers<void>();
  const created = Promise.withResolvers<number>();
  await whileCommitting(async (waiting) => {
    createCustomer().then(created.resolve, created.reject);
    await expect.poll(waiting).toBe(1);
    service.close().then(stopped.resolve, stopped.reject);
    // Long enough to stop, except for this request.
    await delay(300);
  });
  expect(await created.promise).toBe(201);
  await stopped.promise;
  expect(await leases()).toBe(0);
  expect(errors()).toEqual([]);
  expect(receiver.requests).toHaveLength(1);
});
