import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';
import { whileProbing } from './support/while-probing.ts';

const mebibyte = 1024 * 1024;
const large = { text: 'x'.repeat(10 * mebibyte) };

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
    },
    { validateResponses: false },
  );
  onTestFinished(api.close);

  /** Requests the large thing and reads only the beginning of the response. @returns a function that gives it up */
  async function requestWithoutReading(caller: string): Promise<() => void> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET /v1/large-thing HTTP/1.1\r\nHost: ${hostname}\r\nX-Caller: ${caller}\r\n\r\n`);
    socket.once('data', () => socket.pause());
    onTestFinished(() => void socket.destroy());
    return () => socket.destroy();
  }

  return {
    requestWithoutReading,
    served: () => served,
    read: (caller: string) => api.send('/v1/thing', { caller }),
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

test('starts waiting requests of a tenant when its clients give up unread responses', async () => {
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
