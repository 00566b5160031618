import { afterAll, expect, test } from 'vitest';
import { createAgents } from '../src/dispatch/send/agents.ts';
import { exchange } from '../src/dispatch/send/http-exchange.ts';
import { requestTarget } from '../src/dispatch/send/request-target.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { startDnsServer } from './support/dns-server.ts';
import { type Behaviour, holdAnswers, startReceiver } from './support/receiver.ts';
import { eventually, settled } from './support/workbench.ts';

const dns = await startDnsServer();
afterAll(() => dns.close());
const { bench, receiver } = await benchAndReceiver({ resolver: dns });

test('consecutive deliveries to a receiver share a connection', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  for (let count = 1; count <= 3; count++) {
    await bench.record(companyId);
    await settled(bench, id, 'delivered', count);
  }
  expect(new Set(receiver.requests.map(({ port }) => port)).size).toBe(1);
});

test('keeps as many connections to a host as it has attempts in flight', async () => {
  const companyId = await bench.addCompany();
  const endpoints = 40;
  for (let number = 1; number <= endpoints; number++) {
    await bench.subscribe(`${receiver.url}?endpoint=${number}`, { companyId });
  }
  bench.dispatch();
  const events = 8;
  for (let round = 1; round <= 2; round++) {
    const { hold, release } = holdAnswers();
    receiver.answer(hold);
    await bench.recordMany(companyId, events);
    await receiver.received(round * endpoints * events);
    release();
    await bench.drainDue(companyId);
  }
  expect(new Set(receiver.requests.map(({ port }) => port)).size).toBe(endpoints * events);
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

test('resends the request if a keep-alive connection breaks at once, before any byte of the response, and logs the resend in the same attempt', async () => {
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

const staleConnectionMs = 50;

test.each<[string, Behaviour]>([
  ['in the middle of a response', (response) => response.socket?.end('HTTP/1.1 500 Internal')],
  ['after a while', (response) => setTimeout(() => response.socket?.destroy(), 2 * staleConnectionMs)],
])(
  'a keep-alive connection that breaks %s is a failed attempt, because the receiver may have read the event',
  async (_when, breaks) => {
    const { companyId, id } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { maxAttempts: 1, staleConnectionMs } });
    await bench.record(companyId);
    await settled(bench, id, 'delivered');
    receiver.answer(breaks, 204);
    await bench.record(companyId);
    await eventually(async () => {
      const [delivery] = await bench.deliveries.list(id);
      expect(delivery).toMatchObject({ status: 'exhausted', attempts: [{ errorCode: 'connection_reset' }] });
    });
    expect(new Set(receiver.requests.map(({ port }) => port)).size).toBe(1);
    expect(receiver.requests).toHaveLength(2);
  },
);

test('does not reuse a connection to an address that the host name no longer has', async () => {
  const name = 'moving.receiver.example';
  const moved = await startReceiver({ host: '127.0.0.3', port: receiver.port });
  dns.name(name, ['127.0.0.1']);
  const { companyId, id } = await bench.subscribe(`https://${name}:${receiver.port}/`);
  bench.dispatch();
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  dns.name(name, ['127.0.0.3']);
  for (let count = 2; count <= 4; count++) {
    await bench.record(companyId);
    const [delivery] = await settled(bench, id, 'delivered', count);
    expect(delivery?.attempts[0]?.timings).not.toHaveProperty('resent');
  }
  expect([receiver.requests.length, moved.requests.length]).toEqual([1, 3]);
  expect(new Set(moved.requests.map(({ port }) => port)).size).toBe(2);
  await moved.close();
});

test('closes a connection to an unvetted address before sending anything', async () => {
  const plain = await startReceiver({ tls: false });
  const agents = createAgents();
  const begun = performance.now();
  // Node connects to an address in a URL without a lookup.
  const url = new URL(plain.url.replace('localhost', '127.0.0.1'));
  const exchanged = exchange(
    {
      target: requestTarget({ url, addresses: [{ address: '127.0.0.3', family: 4 }] }, agents),
      headers: {},
      body: '{}',
      begun,
      deadline: begun + 60_000,
      staleConnectionMs: 0,
      bodyLimit: 0,
      bodyMs: 0,
    },
    {},
  );
  await expect(exchanged).rejects.toMatchObject({ code: 'blocked_address' });
  expect(plain.requests).toEqual([]);
  agents.destroy();
  await plain.close();
});

test('a stopped dispatcher leaves no connections open', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  let isClosed = false;
  receiver.answer((response) => {
    response.socket?.once('close', () => {
      isClosed = true;
    });
    response.writeHead(204).end();
  }, 204);
  const dispatcher = bench.dispatch();
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  expect(isClosed).toBe(false);
  await dispatcher.stop();
  // By the first request on a later connection, the receiver has noticed that the earlier ones ended.
  bench.dispatch();
  await bench.record(companyId);
  await receiver.received(2);
  expect(isClosed).toBe(true);
});
