import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Behaviour, type Receiver, raw, startReceiver } from './support/receiver.ts';
import { attemptAt, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
const receivers: Receiver[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  bench.dispatch({ rules: { maxAttempts: 1 } });
});
afterAll(async () => {
  await bench.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function attemptWith(behaviour: Behaviour) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer(behaviour);
  return attemptAt(bench, receiver.url);
}

const delivered = { outcome: 'delivered', errorCode: null, responseStatus: 200 };
const failed = (errorCode: string) => ({ outcome: 'failed', errorCode });

test.concurrent('stores 16 KiB of a body of 1 GB and reads little more', async () => {
  let sent = 0;
  const attempt = await attemptWith((response) => {
    response.writeHead(200, { 'content-length': 1_000_000_000 });
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
    };
    response.on('drain', pour);
    response.on('error', () => {});
    pour();
  });
  expect(attempt).toMatchObject({ ...delivered, responseTruncated: true });
  expect(attempt.responseBody).toBe('x'.repeat(16_384));
  expect(sent).toBeLessThan(20_000_000);
});

test.concurrent('does not decompress a gzip bomb', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const attempt = await attemptWith((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  expect(attempt).toMatchObject({ ...delivered, responseHeaders: { 'content-encoding': 'gzip' } });
  expect(attempt.requestHeaders).toMatchObject({ 'accept-encoding': 'identity' });
  expect(attempt.responseBody?.length).toBeLessThanOrEqual(bomb.length);
});

test.concurrent('stores NUL, invalid UTF-8 and unusual characters in headers as text', async () => {
  const attempt = await attemptWith(
    raw(Buffer.from('HTTP/1.1 200 OK\r\nx-odd: \xff\xe4\r\ncontent-length: 4\r\n\r\na\0\xff\xfe', 'latin1')),
  );
  expect(attempt).toMatchObject({
    ...delivered,
    responseBody: 'a\uFFFD\uFFFD\uFFFD',
    responseHeaders: { 'x-odd': 'ÿä' },
  });
});

test.concurrent('stores as many headers as the limit allows', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `x-${index}: value\r\n`).join('');
  const attempt = await attemptWith(raw(`HTTP/1.1 200 OK\r\n${many}\r\n`));
  expect(attempt).toMatchObject(delivered);
  const kept = Object.entries(attempt.responseHeaders ?? {})
    .flat()
    .join('');
  expect(kept.length).toBeGreaterThan(8_000);
  expect(kept.length).toBeLessThanOrEqual(8_192);
});

test.concurrent.each([
  ['headers beyond 16 KiB', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'protocol_error'],
  ['ten thousand headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}\r\n`, 'protocol_error'],
  ['not HTTP', 'nonsense\r\n\r\n', 'protocol_error'],
  ['HTTP/0.9', '<html>hello</html>', 'protocol_error'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'protocol_error'],
  ['a flood of interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000), 'protocol_error'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'connection_reset',
  ],
  ['status 999', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', 'http_status'],
  ['an early end', 'HTTP/1.1 200 OK\r\nx: ', 'connection_reset'],
  ['nothing', '', 'connection_reset'],
])('%s is a failed attempt', async (_name, bytes, errorCode) => {
  expect(await attemptWith(raw(bytes))).toMatchObject(failed(errorCode));
});

test.concurrent.each([
  ['a body shorter than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'short'],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n', 'abc'],
])('%s is a success because of the headers', async (_name, bytes, body) => {
  expect(await attemptWith(raw(bytes))).toMatchObject({
    ...delivered,
    responseBody: body,
    responseTruncated: true,
  });
});

test.concurrent('a connection reset right after the headers is a success', async () => {
  const attempt = await attemptWith((response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('x', () => response.socket?.destroy());
  });
  expect(attempt).toMatchObject({ ...delivered, responseTruncated: true });
});

test.concurrent('a refused connection is logged without an internal address', async () => {
  const gone = await startReceiver();
  await gone.close();
  const attempt = await attemptAt(bench, gone.url);
  expect(attempt).toMatchObject(failed('connection_refused'));
  expect(JSON.stringify(attempt)).not.toContain('127.0.0.1');
});
