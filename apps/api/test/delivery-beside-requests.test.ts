import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '@pv-planning/database/testing';
import { createEndpoints, recordEvent } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDemoCompany } from '../src/demo/demo-company.ts';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings/settings.ts';
import { startReceiver } from './support/receiver.ts';

const secretKey = Buffer.alloc(32, 5);
const allowTargets = ['127.0.0.0/8'];

/** The service with an endpoint, and requests that find no end while they may not read customers. */
async function startHere() {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const url = new URL(database.url);
  url.searchParams.set('lock_timeout', '60000');
  const settings = readSettings({
    DATABASE_URL: url.href,
    PORT: '0',
    SECRET_KEY: secretKey.toString('base64'),
    WEBHOOK_ALLOW_TARGETS: allowTargets.join(),
  });
  const service = await startService(settings, pino({ enabled: false }));
  onTestFinished(service.close);
  const receiver = await startReceiver();
  const { kysely } = database;
  const { companyId = '', apiKey } = (await createDemoCompany(database)) ?? {};
  const eventTypes = ['project.created'];
  await createEndpoints({ kysely, secretKey, allowTargets }).create({
    companyId,
    url: receiver.url,
    eventTypes,
  });

  return {
    service,
    receiver,
    /** Runs the work while so many requests wait. Resolves to their promised statuses. */
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
        await vi.waitFor(async () => {
          const { rows } = await sql`
            select from pg_locks where relation = 'customer'::regclass and not granted
          `.execute(kysely);
          expect(rows).toHaveLength(Math.min(waiting, 10));
        }, 10_000);
        await work(() => answered);
        return requests;
      });
    },
    raise: () =>
      database.transaction(companyId, (_queries, change) =>
        recordEvent(change, { companyId, type: 'project.created', data: {} }),
      ),
  };
}

test('requests that take every connection keep no delivery waiting', async () => {
  const { receiver, whileWaiting, raise } = await startHere();
  const requests = await whileWaiting(20, async (answered) => {
    await raise();
    await receiver.received(1);
    expect(answered()).toBe(0);
  });
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
});

test('a service that stops sends nothing more while it waits for its last requests', async () => {
  const { service, receiver, whileWaiting, raise } = await startHere();
  const stopped = Promise.withResolvers<void>();
  const requests = await whileWaiting(1, async () => {
    service.close().then(stopped.resolve, stopped.reject);
    await delay(200);
    await raise();
    // Twice as long as a dispatcher waits before it looks by itself.
    await delay(2_000);
  });
  expect(await Promise.all(requests)).toEqual([200]);
  await stopped.promise;
  expect(receiver.requests).toEqual([]);
});
