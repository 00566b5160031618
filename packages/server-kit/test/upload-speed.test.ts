import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const slowBodyTimeoutMs = 200;
const api = await serveSynthetic(
  {
    sendList: {
      path: '/v1/lists',
      concurrency: { group: 'lists', perTenant: 1, maxWaitSeconds: 30 },
      maxBodyMiB: 20,
      body: { type: 'object' },
    },
    changeThing: { path: '/v1/thing', body: { type: 'object' } },
  },
  { slowBodyTimeoutMs },
);
afterAll(api.close);

/** Starts a request whose body is sent by the test. */
function startUpload(path: string): ClientRequest {
  const headers = { 'x-caller': 'anna', 'content-type': 'application/json' };
  const upload = request(api.url + path, { method: 'POST', headers });
  upload.on('error', () => {});
  onTestFinished(() => void upload.destroy());
  return upload;
}

test.each([
  ['never', 0],
  ['byte by byte', 10],
])(
  'rejects a body with 408 whose rest arrives %s, closes the connection and releases the slot',
  async (_, pauseMs) => {
    const slow = startUpload('/v1/lists');
    const responded = once(slow, 'response');
    slow.write('{"name":"');
    const trickle = pauseMs > 0 ? setInterval(() => slow.write('x'), pauseMs) : undefined;
    onTestFinished(() => clearInterval(trickle));
    await expect.poll(api.authenticated).toBeGreaterThan(0);
    const next = api.send('/v1/lists', { body: {} });
    const [response] = (await responded) as [IncomingMessage];
    expect([response.statusCode, response.headers.connection]).toEqual([408, 'close']);
    expect(await json(response)).toMatchObject({ error: 'request_timeout' });
    await once(slow, 'close');
    expect((await next).status).toBe(200);
  },
);

test('accepts a fast upload that takes longer than the timeout', async () => {
  const fast = startUpload('/v1/lists');
  const responded = once(fast, 'response');
  fast.write('{"text":"');
  for (let part = 0; part < 15; part += 1) {
    fast.write('x'.repeat(128 * 1024));
    await sleep(slowBodyTimeoutMs / 10);
  }
  fast.end('"}');
  const [response] = (await responded) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
});
