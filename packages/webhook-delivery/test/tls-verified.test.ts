import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../src/testing/index.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { attemptAt, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let receivers: { close(): unknown }[];

beforeAll(async () => {
  receivers = [];
  bench = await openWorkbench();
});
afterAll(async () => {
  await bench.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function receiverWith(tls: object): Promise<Receiver> {
  const receiver = await startReceiver({ tls });
  receivers.push(receiver);
  return receiver;
}

test('rejects untrusted certificates and continues', async () => {
  const expired = await selfSigned(['localhost'], -1);
  const elsewhere = await selfSigned(['other.test']);
  const unknown = await selfSigned(['localhost']);
  const trusted = await selfSigned(['localhost']);
  bench.dispatch({
    ca: [expired, elsewhere, trusted].map(({ cert }) => cert).join('\n'),
    rules: { maxAttempts: 1 },
  });

  for (const [certificate, text] of [
    [expired, /has expired/],
    [elsewhere, /for other hosts/],
    [unknown, /self-signed/],
  ] as const) {
    const receiver = await receiverWith(certificate);
    const attempt = await attemptAt(bench, receiver.url);
    expect(attempt).toMatchObject({ outcome: 'failed', errorCode: 'tls_error', responseStatus: null });
    expect(attempt.errorText).toMatch(text);
    expect(receiver.requests).toEqual([]);
  }

  const old = await receiverWith({
    ...trusted,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  });
  expect(await attemptAt(bench, old.url)).toMatchObject({ outcome: 'failed', errorCode: 'tls_error' });

  const breaksOff = await listening(
    createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  expect(await attemptAt(bench, `https://localhost:${breaksOff}/`)).toMatchObject({
    outcome: 'failed',
    errorCode: 'tls_error',
  });

  const plain = await startReceiver({ tls: false });
  receivers.push(plain);
  expect(await attemptAt(bench, plain.url.replace('http:', 'https:'))).toMatchObject({
    outcome: 'failed',
    errorCode: 'tls_error',
    errorText: expect.stringContaining('does not support TLS'),
  });

  const good = await receiverWith(trusted);
  const attempt = await attemptAt(bench, good.url);
  expect(attempt).toMatchObject({ outcome: 'delivered', responseStatus: 204 });
  const { resolved, connected, secured, answered } = attempt.timings ?? {};
  const points = [0, resolved, connected, secured, answered];
  expect(points).toEqual(points.toSorted((one, other) => Number(one) - Number(other)));
  expect(Number(answered)).toBeLessThanOrEqual(Number(attempt.durationMs) + 1);
});

async function listening(server: Server): Promise<number> {
  receivers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}
