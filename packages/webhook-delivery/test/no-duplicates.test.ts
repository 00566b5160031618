import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { defaultRules, type EndpointId } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers } from './support/receiver.ts';
import { soak } from './support/settings.ts';
import { drained, eventually, settled } from './support/workbench.ts';
import { prepareWorker } from './support/worker-process.ts';

const { bench, receiver } = await benchAndReceiver({ realTime: true });

/** Queues events for endpoints of several companies. Returns all ids and a function that waits for their delivery. */
async function recordFor(companies: number, endpointsEach: number, eventsEach: number) {
  const ids: string[] = [];
  const endpoints: EndpointId[] = [];
  for (let company = 0; company < companies; company++) {
    const companyId = await bench.addCompany();
    for (let count = 0; count < endpointsEach; count++) {
      endpoints.push((await bench.subscribe(receiver.url, { companyId })).id);
    }
    const recorded = await bench.recordMany(companyId, eventsEach);
    for (let count = 0; count < endpointsEach; count++) ids.push(...recorded);
  }
  return { ids, delivered: () => Promise.all(endpoints.map((id) => drained(bench, id, 1_200_000))) };
}

function report(ids: readonly string[], seconds: number) {
  const arrivals = receiver.requests.length;
  const rate = (arrivals - ids.length) / ids.length;
  console.log(
    `${ids.length} deliveries, ${arrivals} arrivals, duplicate rate ${rate}, ${Math.round(ids.length / seconds)}/s`,
  );
  expect(receiver.arrived().toSorted()).toEqual(ids.toSorted());
}

test('four dispatchers send each delivery of shared queues once', async () => {
  receiver.reset();
  const { ids, delivered } = await recordFor(3, 2, 50);
  const begun = performance.now();
  for (let count = 0; count < 4; count++) bench.dispatch();
  await delivered();
  report(ids, (performance.now() - begun) / 1000);
  await bench.stop();
});

test.runIf(soak)('four processes send each of 50,000 deliveries once', async () => {
  receiver.reset();
  const workers = await Promise.all(Array.from({ length: 4 }, () => prepareWorker({ url: bench.url })));
  const { ids, delivered } = await recordFor(10, 5, 1_000);
  const begun = performance.now();
  for (const worker of workers) worker.start();
  await delivered();
  report(ids, (performance.now() - begun) / 1000);
  expect(await Promise.all(workers.map((worker) => worker.terminate()))).toEqual([0, 0, 0, 0]);
});

test('a lease has its full duration if the transaction of its claim began earlier', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 1);
  await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_sleep(0.1)`.execute(transaction);
    const { claims } = await claimDeliveries(transaction, { companyId, limit: 1, rules: defaultRules });
    expect(claims).toHaveLength(1);
    const { rows } = await sql<{ remainingMs: number }>`
      select (extract(epoch from lease_until - now()) * 1000)::double precision as remaining_ms
      from webhook_delivery where company_id = ${companyId}::bigint
    `.execute(transaction);
    expect(rows[0]?.remainingMs).toBeGreaterThan(defaultRules.leaseMs + 90);
  });
});

test.each([
  ['failed', 500],
  ['delivered', 204],
])(
  'an attempt with an expired lease does not change the queue, but is logged: %s',
  async (outcome, responseStatus) => {
    receiver.reset();
    const [slow, next] = [holdAnswers(responseStatus), holdAnswers()];
    receiver.answer(slow.hold, next.hold);
    const { companyId, id } = await bench.subscribe(receiver.url);
    const { registry } = bench.dispatch();
    await bench.record(companyId);
    await receiver.received(1);
    await sql`
    update webhook_delivery set lease_until = now() - interval '1 second' where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
    await receiver.received(2);
    slow.release();
    await eventually(async () => {
      const [delivery] = await bench.deliveries.list(id);
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ outcome }] });
    });
    next.release();
    const [delivery] = await settled(bench, id, 'delivered');
    expect(delivery?.attempts).toMatchObject([
      { attemptNumber: 1, outcome, responseStatus },
      { attemptNumber: 1, outcome: 'delivered', responseStatus: 204 },
    ]);
    expect(receiver.requests).toHaveLength(2);
    expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
    const metrics = await registry.metrics();
    expect(metrics).toContain('webhook_lease_expiries_total 1\n');
    expect(metrics).toContain('webhook_attempts_without_lease_total 1\n');
  },
);
