import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDispatcher } from '../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { secretKey } from './settings.ts';
import { eventually, openWorkbench, settled, silent, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await bench.reset();
  receiver.requests.length = 0;
  receiver.answer(204);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

const arrived = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

test('four dispatchers send each of many deliveries once, never more than eight at a time to an endpoint', async () => {
  let underWay = 0;
  let most = 0;
  receiver.answer((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, 5);
  });
  const { endpoint } = await bench.subscribe(receiver.url);
  for (let count = 0; count < 4; count++) bench.dispatch();
  const ids = await Promise.all(Array.from({ length: 200 }, () => bench.record()));
  await eventually(() => expect(new Set(arrived()).size).toBe(ids.length));
  await settledAll(endpoint.id);
  expect(arrived().toSorted()).toEqual(ids.toSorted());
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

async function settledAll(endpointId: string) {
  await eventually(async () => {
    const { rows } = await sql`select from webhook_delivery where endpoint_id = ${endpointId}::uuid`.execute(
      bench.database.kysely,
    );
    expect(rows).toHaveLength(0);
  });
}

test('one hanging receiver holds up no other company', async () => {
  const hanging = await startReceiver();
  hanging.answer(() => {});
  await bench.subscribe(hanging.url);
  for (let count = 0; count < 40; count++) await bench.record();
  const other = await bench.addCompany();
  const { endpoint } = await bench.endpoints.create({
    companyId: other,
    url: receiver.url,
    eventTypes: ['*'],
  });
  bench.dispatch({ rules: { timeoutMs: 5_000, leaseMs: 15_000, maxInFlight: 10 } });
  await hanging.received(8);
  await bench.record('customer.created', {}, other);
  const begun = Date.now();
  await settled(bench, endpoint, 'delivered');
  expect(Date.now() - begun).toBeLessThan(1_000);
  await hanging.close();
});

test('an event is sent without a wake-up too, as after a commit by another process', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  await bench.record();
  bench.dispatch();
  await settled(bench, endpoint, 'delivered');
});

test('a wake-up spares the wait for the next poll', async () => {
  await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { pollMs: 60_000 } });
  await delay(100);
  await bench.record();
  const begun = Date.now();
  await receiver.received(1);
  expect(Date.now() - begun).toBeLessThan(500);
});

test('an enabled endpoint gets one delivery first, then twice as many with each round', async () => {
  let underWay = 0;
  const seen: number[] = [];
  receiver.answer((response) => {
    underWay += 1;
    seen.push(underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, 60);
  });
  const { endpoint } = await bench.subscribe(receiver.url);
  const id = { companyId: bench.companyId, endpointId: endpoint.id };
  await bench.endpoints.pause(id);
  for (let count = 0; count < 20; count++) await bench.record();
  bench.dispatch();
  await bench.endpoints.enable(id);
  await settledAll(endpoint.id);
  expect(seen.slice(0, 2)).toEqual([1, 1]);
  expect(Math.max(...seen.slice(0, 3))).toBeLessThanOrEqual(2);
  expect(Math.max(...seen)).toBeLessThanOrEqual(8);
  expect(Math.max(...seen)).toBeGreaterThan(2);
});

test('stop waits for what is being sent, records it, and sends nothing more', async () => {
  receiver.answer((response) => setTimeout(() => response.writeHead(204).end(), 200));
  const { endpoint } = await bench.subscribe(receiver.url);
  const dispatcher = bench.dispatch();
  for (let count = 0; count < 20; count++) await bench.record();
  await receiver.received(1);
  await dispatcher.stop();
  const sent = receiver.requests.length;
  const log = await bench.deliveries.list({ companyId: bench.companyId, endpointId: endpoint.id });
  expect(log.filter(({ status }) => status === 'delivered')).toHaveLength(sent);
  const { rows } = await sql`select from webhook_delivery where lease_token is not null`.execute(
    bench.database.kysely,
  );
  expect(rows).toHaveLength(0);
  await delay(100);
  expect(receiver.requests).toHaveLength(sent);
  await dispatcher.stop();
});

test('records what was answered while the database refused, and sends it only once', async () => {
  const { kysely } = bench.database;
  const { endpoint } = await bench.subscribe(receiver.url);
  await sql`alter table webhook_attempt rename to webhook_attempt_away`.execute(kysely);
  const log: string[] = [];
  bench.dispatch({ logger: pino({ level: 'error' }, { write: (line) => log.push(line) }) });
  await bench.record();
  await eventually(() => expect(log).toContainEqual(expect.stringContaining('not recorded')));
  await sql`alter table webhook_attempt_away rename to webhook_attempt`.execute(kysely);
  await settled(bench, endpoint, 'delivered');
  expect(receiver.requests).toHaveLength(1);
});

test('goes on when all its connections are cut', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  const ended = Date.now() + 200;
  while (Date.now() < ended) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    `
      .execute(bench.database.kysely)
      .catch(() => {});
    await delay(10);
  }
  await delay(100);
  await bench.record();
  await settled(bench, endpoint, 'delivered');
});

test('refuses a lease that would not outlive an attempt, and a key of the wrong length', () => {
  const options = { kysely: bench.database.kysely, logger: silent };
  expect(() => createDispatcher({ ...options, secretKey, rules: { leaseMs: 15_000 } })).toThrow(RangeError);
  expect(() => createDispatcher({ ...options, secretKey: Buffer.alloc(31) })).toThrow(RangeError);
});
