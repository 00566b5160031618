import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { ExchangeError, explain } from '../src/dispatch/send/exchange-error.ts';
import { attemptAt, openWorkbench } from './support/workbench.ts';

/** Returns a UDP port without a listener. */
async function deadNameServer() {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return { host: '127.0.0.1', port };
}

test('without a DNS server, endpoints can be created and failed attempts do not count', async () => {
  const bench = await openWorkbench({ resolver: await deadNameServer() });
  bench.dispatch({ rules: { maxAttempts: 1 } });
  const attempt = await attemptAt(bench, 'https://receiver.example/');
  expect(attempt).toMatchObject({
    outcome: 'failed',
    errorCode: 'internal',
    errorText: 'The service could not make the attempt.',
  });
  const [endpoint] = await bench.endpoints.list('1');
  expect(endpoint).toMatchObject({ url: 'https://receiver.example/', consecutiveFailures: 0 });
  await bench.close();
});

const errorWith = (code: string) => Object.assign(new Error(code), { code });

test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN', 'ENETUNREACH'])(
  '%s is an error of this machine, not of the receiver',
  (code) => {
    expect(explain(errorWith(code), 'connect')).not.toBeInstanceOf(ExchangeError);
    expect(explain(new AggregateError([errorWith(code), errorWith(code)]), 'connect')).not.toBeInstanceOf(
      ExchangeError,
    );
    // Another address of the receiver was reached.
    expect(
      explain(new AggregateError([errorWith(code), errorWith('ECONNREFUSED')]), 'connect'),
    ).toMatchObject({
      code: 'connection_refused',
    });
  },
);

test.each([
  ['EHOSTUNREACH', 'connection_failed'],
  ['ETIMEDOUT', 'connection_failed'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
])('%s is an error of the receiver', (code, expected) => {
  expect(explain(errorWith(code), 'connect')).toMatchObject({ name: 'ExchangeError', code: expected });
});
