import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minutes } from './support/database-clock.ts';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { holdAnswers, type Receiver, silence, startReceiver } from './support/receiver.ts';
import { fastRules } from './support/settings.ts';
import { drained, eventually, openWorkbench, present, settled, type Workbench } from './support/workbench.ts';
import { prepareWorker, type WorkerProcess } from './support/worker-process.ts';

let dns: DnsServer;
let bench: Workbench;
let receiver: Receiver;
let workers: WorkerProcess[];
let used = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  bench = await openWorkbench({ resolver: dns });
  receiver = await startReceiver();
  const options = { url: bench.url, resolver: dns, rules: fastRules };
  workers = await Promise.all(Array.from({ length: 5 }, () => prepareWorker(options)));
});
afterEach(async () => {
  await bench.reset();
  receiver.reset();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await bench.close();
  await receiver.close();
  await dns.close();
});

function nextWorker(): WorkerProcess {
  const worker = workers[used];
  if (!worker) throw new Error('No worker is left.');
  used += 1;
  worker.start();
  return worker;
}

/** Advances the clock beyond the leases of killed workers. */
const expireLeases = () =>
  sql`update webhook_delivery set lease_until = now() where lease_token is not null`.execute(
    bench.database.kysely,
  );

/** Statements of workers that save results and wait for a lock that the test holds. */
const waiting = sql`
  from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and strpos(query, 'delete from webhook_delivery') > 0
`;

const waitsToRecord = () =>
  eventually(async () => {
    const { rows } = await sql`select ${waiting}`.execute(bench.database.kysely);
    expect(rows.length).toBeGreaterThan(0);
  });

/** Kills a worker that waits to save, then terminates its statement, which PostgreSQL would otherwise complete. */
async function killBeforeRecording(worker: WorkerProcess): Promise<void> {
  await waitsToRecord();
  await worker.kill();
  await eventually(async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) ${waiting}`.execute(bench.database.kysely);
    expect(rows).toEqual([]);
  });
}

test('a worker is killed between claim and request: another process sends the event once, and no attempt is used up', async () => {
  dns.name('receiver.example', ['127.0.0.1']);
  const { companyId, id } = await bench.subscribe(`https://receiver.example:${receiver.port}/`);
  dns.name('receiver.example', 'silence');
  const worker = nextWorker();
  await bench.record(companyId);
  await eventually(() => expect(dns.lookups('receiver.example')).toBeGreaterThan(0));
  await worker.kill();
  dns.name('receiver.example', ['127.0.0.1']);
  await expireLeases();
  bench.dispatch();
  const [delivery] = await settled(bench, id, 'delivered');
  expect(receiver.requests).toHaveLength(1);
  expect(delivery?.attempts).toMatchObject([
    { attemptNumber: 1, outcome: 'lost', errorCode: 'lost' },
    { attemptNumber: 1, outcome: 'delivered' },
  ]);
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
});

test('a worker is killed between response and saving: the event is sent twice with the same id and body', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const worker = nextWorker();
  await bench.database.kysely.transaction().execute(async (transaction) => {
    receiver.answer((response) => {
      void sql`lock table webhook_delivery_finished in exclusive mode`
        .execute(transaction)
        .then(() => response.writeHead(204).end());
    }, 204);
    await bench.record(companyId);
    await receiver.received(1);
    await killBeforeRecording(worker);
  });
  await expireLeases();
  bench.dispatch();
  const [delivery] = await settled(bench, id, 'delivered');
  const [first, second] = receiver.requests;
  expect(receiver.requests).toHaveLength(2);
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  expect(delivery?.attempts).toMatchObject([{ outcome: 'lost' }, { outcome: 'delivered' }]);
});

test('a worker is killed during a long lease: another process notices it immediately and sends the event', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const worker = nextWorker();
  await present(bench, 1);
  receiver.answer(silence, 204);
  await bench.record(companyId);
  await receiver.received(1);
  bench.dispatch({ connection: () => ({ connectionString: bench.url }) });
  await present(bench, 2);
  expect(receiver.requests).toHaveLength(1);
  await worker.kill();
  const begun = performance.now();
  await receiver.received(2);
  expect(performance.now() - begun).toBeLessThan(fastRules.leaseMs / 2);
  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery?.attempts).toMatchObject([{ outcome: 'lost' }, { outcome: 'delivered' }]);
});

test('a suspended worker keeps its leases until they expire, and changes nothing after it resumes', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const worker = nextWorker();
  await present(bench, 1);
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  await bench.record(companyId);
  await receiver.received(1);
  worker.suspend();
  answers.release();
  bench.dispatch({ connection: () => ({ connectionString: bench.url }) });
  await present(bench, 2);
  const [other] = await bench.recordMany(companyId, 1);
  await receiver.received(2);
  expect(receiver.arrived().at(-1)).toBe(other);
  await expireLeases();
  const deliveries = await settled(bench, id, 'delivered', 2);
  expect(receiver.requests).toHaveLength(3);
  worker.proceed();
  const attempts = async () => (await bench.deliveries.list(id)).flatMap((delivery) => delivery.attempts);
  await eventually(async () => {
    expect(await attempts()).not.toContainEqual(expect.objectContaining({ outcome: 'lost' }));
  });
  expect(await attempts()).toHaveLength(3);
  expect((await settled(bench, id, 'delivered', 2)).map((delivery) => delivery.id)).toEqual(
    deliveries.map((delivery) => delivery.id),
  );
  await worker.kill();
});

test('a worker suspended beyond the timeout reads the responses that arrived in time', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const timeoutMs = 1_500;
  const worker = await prepareWorker({ url: bench.url, rules: { ...fastRules, timeoutMs } });
  worker.start();
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  await bench.recordMany(companyId, 5);
  await receiver.received(5);
  worker.suspend();
  answers.release();
  await setTimeout(timeoutMs);
  worker.proceed();
  const deliveries = await settled(bench, id, 'delivered', 5);
  for (const { attempts } of deliveries) expect(attempts).toMatchObject([{ outcome: 'delivered' }]);
  expect(receiver.requests).toHaveLength(5);
  await worker.kill();
});

test('a worker is killed while saving a batch: the batch is rolled back and sent once more', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const worker = nextWorker();
  const ids = await bench.database.kysely.transaction().execute(async (transaction) => {
    // By then, the deliveries have been dequeued in an uncommitted transaction.
    await sql`lock table webhook_delivery_finished in exclusive mode`.execute(transaction);
    const recorded = await bench.recordMany(companyId, 5);
    await receiver.received(5);
    await killBeforeRecording(worker);
    return recorded;
  });
  await eventually(async () => {
    const { rows } = await sql`
      select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
    `.execute(bench.database.kysely);
    expect(rows).toHaveLength(5);
  });
  await expireLeases();
  bench.dispatch();
  const deliveries = await settled(bench, id, 'delivered', 5);
  expect(receiver.arrived().toSorted()).toEqual([...ids, ...ids].toSorted());
  for (const { attempts } of deliveries) {
    expect(attempts).toMatchObject([{ outcome: 'lost' }, { outcome: 'delivered' }]);
  }
});

/** Leases the oldest delivery of a company as a killed process would, with a lease that expired a minute ago. */
async function loseLease(companyId: string): Promise<string> {
  const { rows } = await sql<{ leasedAt: string }>`
    update webhook_delivery
    set lease_token = gen_random_uuid(), leased_at = now() - interval '90 seconds', lease_until = now() - interval '1 minute'
    where company_id = ${companyId}::bigint and event_created_at in (
      select min(event_created_at) from webhook_delivery where company_id = ${companyId}::bigint
    )
    returning leased_at
  `.execute(bench.database.kysely);
  return rows[0]?.leasedAt ?? '';
}

test('a worker is killed while the endpoint is paused: the event keeps its place in the queue, and the lost attempt is logged', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.pause(id);
  const ids = await bench.recordMany(companyId, 4);
  await bench.clock.advance(minutes(10));
  const startedAt = await loseLease(companyId);
  await bench.endpoints.enable(id);
  bench.dispatch();
  const deliveries = await settled(bench, id, 'delivered', 4);
  expect(receiver.arrived()).toEqual(ids);
  expect(deliveries.at(-1)?.attempts).toMatchObject([
    { outcome: 'lost', startedAt },
    { outcome: 'delivered' },
  ]);
});

test('a worker is killed before the endpoint is deleted: the lost attempt is logged', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  const startedAt = await loseLease(companyId);
  await bench.endpoints.remove(id);
  const [delivery] = await settled(bench, id, 'discarded');
  expect(delivery?.attempts).toMatchObject([
    { outcome: 'lost', startedAt },
    { outcome: 'discarded', errorCode: 'endpoint_deleted' },
  ]);
});

test('a worker is killed before a manual redelivery: the lost attempt is logged with its start time', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  await bench.clock.advance(minutes(10));
  const startedAt = await loseLease(companyId);
  const [{ id: deliveryId } = { id: '' }] = await bench.deliveries.list(id);
  await bench.deliveries.redeliver({ companyId, deliveryId });
  bench.dispatch();
  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery?.attempts).toMatchObject([{ outcome: 'lost', startedAt }, { outcome: 'delivered' }]);
});

test('a delivery that crashes its process each time is given up after twenty lost leases', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  await sql`
    update webhook_delivery set losses = 19, lease_token = gen_random_uuid(), leased_at = now(), lease_until = now() - interval '1 second'
    where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  bench.dispatch();
  const [delivery] = await settled(bench, id, 'exhausted');
  expect(delivery?.attempts).toMatchObject([
    { outcome: 'lost' },
    { outcome: 'failed', errorCode: 'internal' },
  ]);
  await drained(bench, id);
  expect(receiver.requests).toEqual([]);
});
