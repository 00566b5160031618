import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { attemptAt, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let target: Receiver;
const receivers: Receiver[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  target = await startReceiver();
  bench.dispatch({ rules: { maxAttempts: 1 } });
});
afterAll(async () => {
  await bench.close();
  await Promise.all([target, ...receivers].map((receiver) => receiver.close()));
});

async function redirectWith(status: number, location: (own: Receiver) => string | undefined) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const to = location(receiver);
  receiver.answer((response) => response.writeHead(status, to === undefined ? {} : { location: to }).end());
  return { receiver, attempt: await attemptAt(bench, receiver.url) };
}

test.concurrent.each([301, 302, 303, 307, 308])(
  '%d to another receiver is a failed attempt',
  async (status) => {
    const { receiver, attempt } = await redirectWith(status, () => target.url);
    expect(attempt).toMatchObject({
      outcome: 'failed',
      errorCode: 'redirect',
      errorText: `Responded with ${status} to ${target.url}; redirects are not followed.`,
      responseStatus: status,
      responseHeaders: { location: target.url },
    });
    expect([receiver.requests.length, target.requests.length]).toEqual([1, 0]);
  },
);

test.concurrent.each([
  ['itself', (own: Receiver) => own.url],
  ['an internal address', () => 'http://169.254.169.254/latest/meta-data'],
  ['plain HTTP', (own: Receiver) => own.url.replace('https', 'http')],
])('a redirect to %s is a failed attempt', async (_name, location) => {
  const { receiver, attempt } = await redirectWith(302, location);
  expect(attempt).toMatchObject({ outcome: 'failed', errorCode: 'redirect', responseStatus: 302 });
  expect(receiver.requests).toHaveLength(1);
});

test.concurrent.each([300, 304, 399])('%d without a location is a failed attempt', async (status) => {
  const { receiver, attempt } = await redirectWith(status, () => undefined);
  expect(attempt).toMatchObject({ outcome: 'failed', errorCode: 'http_status', responseStatus: status });
  expect(receiver.requests).toHaveLength(1);
});
