import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const slowBodyTimeoutMs = 200;
const api = await serveSynthetic(
  {
    sendList: { path: '/v1/lists', oneAtATime: true, maxBodyMiB: 20, body: { type: 'object' } },
    changeThing: { path: '/v1/thing', body: { type: 'object' } },
  },
  { slowBodyTimeoutMs },
);
afterAll(api.close);

/** Begins a request whose body is sent by the test. */
function upload(path: string): ClientRequest {
  const headers = { 'x-caller': 'anna', 'content-type': 'application/json' };
  const sending = request(api.url + path, { method: 'POST', headers });
  sending.on('error', () => {});
  onTestFinished(() => void sending.destroy());
  return sending;
}

test.each([
  ['never', 0],
  ['byte by byte', 10],
])(
  'a body whose rest comes %s ends with 408, the connection is closed and the turn is given on',
  async (_, pauseMs) => {
    const slow = upload('/v1/lists');
    const answered = once(slow, 'response');
    slow.write('{"name":"');
    const trickle = pauseMs > 0 ? setInterval(() => slow.write('x'), pauseMs) : undefined;
    onTestFinished(() => clearInterval(trickle));
    await expect.poll(api.arrived).toBeGreaterThan(0);
    const next = api.send('/v1/lists', { body: {} });
    const [answer] = (await answered) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
    expect(await json(answer)).toMatchObject({ error: 'request_timeout' });
    await once(slow, 'close');
    expect((await next).status).toBe(200);
  },
);

test('a body that takes longer than that, but comes fast enough, is read to its end', async () => {
  const steady = upload('/v1/lists');
  const answered = once(steady, 'response');
  steady.write('{"text":"');
  for (let part = 0; part < 15; part += 1) {
    steady.write('x'.repeat(128 * 1024));
    await sleep(slowBodyTimeoutMs / 10);
  }
  steady.end('"}');
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
});
