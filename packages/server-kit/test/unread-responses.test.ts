import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';
import { whileProbing } from './support/while-probing.ts';

const mebibyte = 1024 * 1024;
const large = { text: 'x'.repeat(10 * mebibyte) };
const reports = { group: 'reports', perTenant: 2, maxWaitSeconds: 1 };

async function serveLargeThing() {
  let served = 0;
  const api = await serveSynthetic(
    {
      readLargeThing: {
        path: '/v1/large-thing',
        handle: async () => {
          served += 1;
          return { status: 200, body: large };
        },
      },
      readThing: { path: '/v1/thing' },
      readReport: {
        path: '/v1/report',
        concurrency: reports,
        handle: async () => ({ status: 200, body: large }),
      },
      readSmallReport: { path: '/v1/small-report', concurrency: reports },
    },
    { validateResponses: false, maxConcurrentRequests: 8 },
  );
  onTestFinished(api.close);

  /** Requests a large response and reads only its beginning. @returns a function that disconnects */
  async function requestWithoutReading(caller: string, path = '/v1/large-thing'): Promise<() => void> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-Caller: ${caller}\r\n\r\n`);
    socket.once('data', () => socket.pause());
    onTestFinished(() => void socket.destroy());
    return () => socket.destroy();
  }

  return {
    requestWithoutReading,
    served: () => served,
    read: (caller: string, path = '/v1/thing') => api.send(path, { caller }),
  };
}

test('limits the memory that unread responses of a tenant take, and serves others', async () => {
  const { requestWithoutReading, served, read } = await serveLargeThing();
  const requestAll = async () => {
    await Promise.all(Array.from({ length: 200 }, () => requestWithoutReading('busy')));
    await expect.poll(async () => (await read('busy')).status, { timeout: 10_000 }).toBe(429);
  };
  const readOther = async () => expect((await read('other')).status).toBe(200);
  expect(await whileProbing(requestAll, readOther)).toMatchObject({ inMemory: true });
  expect(served()).toBeLessThan(20);
});

test('starts waiting requests of a tenant when its clients abandon unread responses', async () => {
  const { requestWithoutReading, served, read } = await serveLargeThing();
  const giveUps = await Promise.all(Array.from({ length: 4 }, () => requestWithoutReading('busy')));
  await expect.poll(served).toBe(4);
  let status = 0;
  const waiting = read('busy').then((response) => {
    status = response.status;
  });
  await read('other');
  expect(status).toBe(0);
  for (const giveUp of giveUps) giveUp();
  await waiting;
  expect(status).toBe(200);
});

test('when all tenants together have too many unread bytes, only tenants with unread responses wait', async () => {
  const { requestWithoutReading, served, read } = await serveLargeThing();
  const callers = Array.from({ length: 14 }, (_, index) => `busy-${index}`);
  const giveUps = await Promise.all(callers.map((caller) => requestWithoutReading(caller)));
  await expect.poll(served).toBe(14);
  let status = 0;
  const waiting = read('busy-0').then((response) => {
    status = response.status;
  });
  expect((await read('other')).status).toBe(200);
  expect(status).toBe(0);
  for (const giveUp of giveUps) giveUp();
  await waiting;
  expect(status).toBe(200);
});

test('unread responses of a group take none of its slots', async () => {
  const { requestWithoutReading, read } = await serveLargeThing();
  for (let request = 0; request < 4; request += 1) await requestWithoutReading('busy', '/v1/report');
  const waiting = [read('busy', '/v1/small-report'), read('busy', '/v1/small-report')];
  expect((await read('other', '/v1/small-report')).status).toBe(200);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([429, 429]);
});
