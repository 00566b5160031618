import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { after, type Behaviour, type Receiver, raw, silence, startReceiver } from './support/receiver.ts';
import { attemptAt, openWorkbench, type Workbench } from './support/workbench.ts';

/** Shortened timeout of an attempt, for receivers that do not respond in time. */
const timeoutMs = 1_000;

let dns: DnsServer;
let bench: Workbench;
const receivers: Receiver[] = [];

beforeAll(async () => {
  dns = await startDnsServer();
  bench = await openWorkbench({ resolver: dns });
});
afterAll(async () => {
  await bench.close();
  await dns.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function receiverThat(behaves: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.answer(behaves);
  receivers.push(receiver);
  return receiver;
}

describe('before the timeout', () => {
  beforeAll(() => void bench.dispatch({ rules: { maxAttempts: 1, responseBodyMs: 100 } }));
  afterAll(() => bench.stop());

  test.concurrent('a late response is a success', async () => {
    const { url } = await receiverThat(after(timeoutMs, 200));
    const attempt = await attemptAt(bench, url);
    expect(attempt).toMatchObject({ outcome: 'delivered', responseStatus: 200 });
    expect(attempt.timings?.answered).toBeGreaterThanOrEqual(timeoutMs - 10);
  });

  test.concurrent('a 2xx with a slow body is a success, without waiting for the body', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url } = await receiverThat((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      closed = once(response, 'close').finally(() => clearInterval(timer));
    });
    const attempt = await attemptAt(bench, url);
    expect(attempt).toMatchObject({ outcome: 'delivered', responseStatus: 200, responseTruncated: true });
    await closed;
  });

  test.concurrent('a 500 whose body never ends fails immediately', async () => {
    const { url } = await receiverThat((response) => response.writeHead(500).write('.'));
    const attempt = await attemptAt(bench, url);
    expect(attempt).toMatchObject({ outcome: 'failed', errorCode: 'http_status', responseStatus: 500 });
  });

  test.concurrent('a connection closed after interim headers is a failed attempt', async () => {
    const { url } = await receiverThat(raw('HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await attemptAt(bench, url)).toMatchObject({ outcome: 'failed', errorCode: 'connection_reset' });
  });
});

describe('fails with a timeout', () => {
  beforeAll(() => void bench.dispatch({ rules: { maxAttempts: 1, timeoutMs } }));

  const timedOut = { outcome: 'failed', errorCode: 'timeout', responseStatus: null };

  test.concurrent('if the response is late', async () => {
    const { url } = await receiverThat(after(1.2 * timeoutMs, 200));
    const attempt = await attemptAt(bench, url);
    expect(attempt).toMatchObject(timedOut);
    expect(attempt.durationMs).toBeGreaterThanOrEqual(timeoutMs - 10);
  });

  test.concurrent('if the response is late because of the DNS lookup', async () => {
    dns.name('late.receiver.example', ['127.0.0.1']);
    dns.delay(0.3 * timeoutMs);
    const { port } = await receiverThat(after(0.85 * timeoutMs, 200));
    const attempt = await attemptAt(bench, `https://late.receiver.example:${port}/`);
    expect(attempt).toMatchObject(timedOut);
    expect(attempt.timings?.resolved).toBeGreaterThan(0.25 * timeoutMs);
  });

  test.concurrent('if the receiver reads the request and sends nothing', async () => {
    const { url } = await receiverThat(silence);
    expect(await attemptAt(bench, url)).toMatchObject(timedOut);
  });

  test.concurrent('if the headers never end', async () => {
    const { url } = await receiverThat((response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('x: y\r\n'), 50);
      socket?.once('close', () => clearInterval(timer));
    });
    const attempt = await attemptAt(bench, url);
    expect(attempt).toMatchObject(timedOut);
    expect(attempt.durationMs).toBeGreaterThanOrEqual(timeoutMs - 10);
  });

  test.concurrent('if the receiver accepts the connection and sends nothing', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const attempt = await attemptAt(bench, `https://localhost:${port}/`);
    expect(attempt).toMatchObject(timedOut);
    expect(Object.keys(attempt.timings ?? {})).toEqual(['resolved', 'connected']);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test.concurrent('if the receiver never accepts the connection', async () => {
    const { port, process, sockets } = await blackhole();
    const attempt = await attemptAt(bench, `https://127.0.0.1:${port}/`);
    expect(attempt).toMatchObject(timedOut);
    expect(Object.keys(attempt.timings ?? {})).toEqual(['resolved']);
    expect(attempt.durationMs).toBeGreaterThanOrEqual(timeoutMs - 10);
    for (const socket of sockets) socket.destroy();
    process.kill('SIGKILL');
  });
});

/** Returns a port whose accept queue stays full, so that further connections get no reply. */
async function blackhole(): Promise<{ port: number; process: ChildProcess; sockets: Socket[] }> {
  const script = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  const port = Number(text);
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.race(sockets.slice(0, 2).map((socket) => once(socket, 'connect')));
  return { port, process: child, sockets };
}
