import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { fastRules } from './settings.ts';
import { eventually, openWorkbench, settled, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all([...workers].map(kill));
  await bench.reset();
  receiver.requests.length = 0;
  receiver.answer(204);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

async function startWorker(rules = {}): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('worker.ts', import.meta.url));
  const args = [
    '--conditions=pv-source',
    script,
    bench.database.url,
    JSON.stringify({ ...fastRules, ...rules }),
  ];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  workers.add(worker);
  if (worker.stdout) await once(worker.stdout, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  workers.delete(worker);
  const ended = once(worker, 'exit');
  if (worker.kill('SIGKILL')) await ended;
}

const leased = async () => {
  const { rows } = await sql`select from webhook_delivery where lease_token is not null`.execute(
    bench.database.kysely,
  );
  return rows.length;
};

test('killed between claiming and sending: another process sends it, once, and no attempt is used up', async () => {
  const worker = await startWorker({ dnsTimeoutMs: 60_000 });
  const { endpoint } = await bench.subscribe(receiver.url);
  const url = `http://hanging.example:${receiver.port}/`;
  await bench.database.kysely.updateTable('webhookEndpoint').set({ url }).execute();
  await bench.record();
  await eventually(async () => expect(await leased()).toBe(1));
  await kill(worker);
  bench.dispatch({ resolver: { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] } });
  const [delivery] = await settled(bench, endpoint, 'delivered');
  expect(receiver.requests).toHaveLength(1);
  expect(delivery?.attempts).toMatchObject([
    { attemptNumber: 1, outcome: 'lost', errorCode: 'lost' },
    { attemptNumber: 1, outcome: 'delivered' },
  ]);
  expect(await bench.endpoints.get({ companyId: bench.companyId, endpointId: endpoint.id })).toMatchObject({
    consecutiveFailures: 0,
  });
});

test('killed after the answer and before recording it: sent twice with the same id and bytes', async () => {
  const worker = await startWorker();
  const { endpoint } = await bench.subscribe(receiver.url);
  // Holding the endpoint's row keeps the worker from recording what it was answered.
  await bench.database.kysely.transaction().execute(async (transaction) => {
    receiver.answer((response) => {
      void sql`select from webhook_endpoint for no key update`
        .execute(transaction)
        .then(() => response.writeHead(204).end());
    }, 204);
    await bench.record();
    await receiver.received(1);
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
        bench.database.kysely,
      );
      expect(rows).toHaveLength(1);
    });
    await kill(worker);
  });
  bench.dispatch();
  const [delivery] = await settled(bench, endpoint, 'delivered');
  const [first, second] = receiver.requests;
  expect(receiver.requests).toHaveLength(2);
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
  expect(delivery?.attempts).toMatchObject([{ outcome: 'lost' }, { outcome: 'delivered' }]);
});

test('killed again and again under load: every committed event arrives', { timeout: 20_000 }, async () => {
  receiver.answer((response) => setTimeout(() => response.writeHead(204).end(), 20));
  const { endpoint } = await bench.subscribe(receiver.url);
  const ids: string[] = [];
  const rounds = 2;
  for (let round = 0; round < rounds; round++) {
    const worker = await startWorker();
    for (let count = 0; count < 30; count++) ids.push(await bench.record());
    await delay(20 + 30 * round);
    await kill(worker);
  }
  bench.dispatch();
  await eventually(async () => {
    const arrived = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
  });
  await settled(bench, endpoint, 'delivered', ids.length);
});

test('a delivery that takes its process down each time is given up after twenty losses', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause({ companyId: bench.companyId, endpointId: endpoint.id });
  await bench.record();
  await sql`
    update webhook_delivery set losses = 19, lease_token = gen_random_uuid(), due_at = now() - interval '1 second'
  `.execute(bench.database.kysely);
  await bench.endpoints.enable({ companyId: bench.companyId, endpointId: endpoint.id });
  bench.dispatch();
  const [delivery] = await settled(bench, endpoint, 'exhausted');
  expect(delivery?.attempts).toMatchObject([
    { outcome: 'lost' },
    { outcome: 'failed', errorCode: 'internal' },
  ]);
  expect(receiver.requests).toEqual([]);
});

test('a process that wakes up after its lease was taken over changes nothing, but its request is in the log', async () => {
  const answerAfter = (milliseconds: number, status: number) => (response: ServerResponse) => {
    setTimeout(() => response.writeHead(status).end(), milliseconds);
  };
  receiver.answer(answerAfter(200, 500), answerAfter(300, 204), 204);
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  await receiver.received(1);
  await sql`update webhook_delivery set due_at = now() - interval '1 second'`.execute(bench.database.kysely);
  await settled(bench, endpoint, 'delivered');
  const [delivery] = await bench.deliveries.list({ companyId: bench.companyId, endpointId: endpoint.id });
  expect(delivery?.attempts).toMatchObject([
    { attemptNumber: 1, outcome: 'failed', responseStatus: 500 },
    { attemptNumber: 1, outcome: 'delivered', responseStatus: 204 },
  ]);
  expect(receiver.requests).toHaveLength(2);
  expect(await bench.endpoints.get({ companyId: bench.companyId, endpointId: endpoint.id })).toMatchObject({
    consecutiveFailures: 0,
  });
});
