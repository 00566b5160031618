import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Behaviour, type Receiver, raw, silence, startReceiver } from './support/receiver.ts';
import { soak } from './support/settings.ts';
import { drained, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
const receivers: Receiver[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(async () => {
  await bench.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

/** Behaviors of receivers, good and bad. */
const behaviours: Behaviour[] = [
  200,
  204,
  400,
  410,
  429,
  500,
  503,
  silence,
  raw(''),
  raw('nonsense\r\n\r\n'),
  raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'),
  (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  (response) => response.writeHead(200).end('x'.repeat(50_000)),
  (response) => response.writeHead(204, { connection: 'close' }).end(),
  (response) => setTimeout(() => response.writeHead(204).end(), 50),
  // Closes the keep-alive connection: the next request on it may fail before it is read.
  (response) => {
    response.writeHead(204).end();
    setTimeout(() => response.socket?.destroy(), 5);
  },
];

test('each request that a receiver gets is logged as an attempt, and each logged attempt is a request', async () => {
  const seed = Number(process.env.SEED ?? 2_026);
  const count = soak ? 2_000 : 40;
  const random = fc.sample(
    fc.array(fc.constantFrom(...behaviours), { minLength: 8 * count, maxLength: 8 * count }),
    {
      seed,
      numRuns: 3,
    },
  );
  const endpoints = [];
  const companyId = await bench.addCompany();
  for (const script of random) {
    const receiver = await startReceiver();
    receivers.push(receiver);
    receiver.answer(...script, 204);
    endpoints.push({ receiver, ...(await bench.subscribe(receiver.url, { companyId })) });
  }
  const rules = { timeoutMs: 200, maxConsecutiveFailures: 1_000, probeFromFailures: 1_000 };
  for (let dispatchers = 0; dispatchers < 2; dispatchers++) bench.dispatch({ rules });
  await bench.recordMany(companyId, count);

  let requests = 0;
  for (const { receiver, id, endpoint } of endpoints) {
    await drained(bench, id, 600_000);
    const deliveries = await bench.deliveries.list({ ...id, limit: count });
    const received = Map.groupBy(receiver.requests, (request) => request.id);
    for (const { eventId, status, attempts } of deliveries) {
      const resent = attempts.filter(({ timings }) => timings && 'resent' in timings).length;
      const arrivals = received.get(eventId)?.length ?? 0;
      expect(attempts.filter(({ outcome }) => outcome === 'lost')).toEqual([]);
      // A timeout or a broken keep-alive connection may occur before or after the receiver has read the request.
      const uncertain = attempts.filter(({ errorCode }) => errorCode === 'timeout').length;
      expect(arrivals).toBeGreaterThanOrEqual(attempts.length - uncertain);
      expect(arrivals).toBeLessThanOrEqual(attempts.length + resent);
      expect(attempts.map(({ attemptNumber }) => attemptNumber)).toEqual(
        attempts.map((_, index) => index + 1),
      );
      expect(attempts.at(-1)?.outcome).toBe(status === 'delivered' ? 'delivered' : 'failed');
      expect(attempts.slice(0, -1).every(({ outcome }) => outcome === 'failed')).toBe(true);
      for (const { outcome, errorCode, durationMs, requestHeaders, url, trigger } of attempts) {
        expect({ url, trigger }).toEqual({ url: endpoint.url, trigger: 'auto' });
        expect(errorCode === null).toBe(outcome === 'delivered');
        expect(durationMs).toBeGreaterThanOrEqual(0);
        expect(requestHeaders?.['webhook-id']).toBe(eventId);
      }
    }
    expect(deliveries).toHaveLength(count);
    requests += receiver.requests.length;
  }
  console.log(`${requests} requests, all in the log (seed ${seed})`);
});
