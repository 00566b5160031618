import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { openWorkbench, settled, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await bench.reset();
  receiver.reset();
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

test('deliveries to one receiver share a connection', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  for (let count = 1; count <= 3; count++) {
    await bench.record(companyId);
    await settled(bench, id, 'delivered', count);
  }
  expect(new Set(receiver.requests.map(({ port }) => port)).size).toBe(1);
});

test('a new connection to a known receiver resumes its TLS session', async () => {
  receiver.answer((response) => response.writeHead(204, { connection: 'close' }).end());
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  for (let count = 1; count <= 2; count++) {
    await bench.record(companyId);
    await settled(bench, id, 'delivered', count);
  }
  expect(receiver.requests.map(({ resumed }) => resumed)).toEqual([false, true]);
});

test('a kept connection that the receiver closed meanwhile costs no attempt, and the log tells', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId);
  await receiver.received(1);
  receiver.answer((response) => response.socket?.destroy(), 204);
  await settled(bench, id, 'delivered');
  await bench.record(companyId);
  const deliveries = await settled(bench, id, 'delivered', 2);
  expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
  expect(deliveries[0]?.attempts[0]?.timings).toMatchObject({ resent: expect.any(Number) });
  expect(receiver.requests).toHaveLength(3);
});

test('a stopped dispatcher leaves no connection open', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  let closed = false;
  receiver.answer((response) => {
    response.socket?.once('close', () => {
      closed = true;
    });
    response.writeHead(204).end();
  });
  const dispatcher = bench.dispatch();
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  expect(closed).toBe(false);
  await dispatcher.stop();
  await delay(50);
  expect(closed).toBe(true);
});
