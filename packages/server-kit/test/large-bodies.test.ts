import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const compressed = gzipSync(JSON.stringify({ text: ' '.repeat(1_000_000) }));

test('limits the concurrent large bodies of a tenant, but not its small ones', async () => {
  const api = await serveSynthetic({ sendThing: { path: '/v1/things', body: { type: 'object' } } });
  onTestFinished(api.close);
  const { hostname, port } = new URL(api.url);
  const send = (caller: string) =>
    api.send('/v1/things', {
      caller,
      rawBody: new Uint8Array(compressed),
      headers: { 'content-encoding': 'gzip' },
    });

  /** Sends a body except for its last byte. @returns a function that aborts the request */
  async function sendAlmost(): Promise<() => void> {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    const head = [
      'POST /v1/things HTTP/1.1',
      `Host: ${hostname}`,
      'X-Caller: busy',
      'Content-Type: application/json',
    ];
    socket.write(
      [...head, 'Content-Encoding: gzip', `Content-Length: ${compressed.length}`, '', ''].join('\r\n'),
    );
    socket.write(compressed.subarray(0, -1));
    return () => socket.destroy();
  }

  const giveUps = await Promise.all(Array.from({ length: 32 }, sendAlmost));
  await expect.poll(api.authenticated).toBe(32);
  let status = 0;
  const waiting = send('busy').then((response) => {
    status = response.status;
  });
  expect((await send('other')).status).toBe(200);
  expect((await api.send('/v1/things', { caller: 'busy', body: {} })).status).toBe(200);
  expect(status).toBe(0);
  giveUps[0]?.();
  await waiting;
  expect(status).toBe(200);
});
