import { connect } from 'node:net';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';
import type { SyntheticRequest } from './support/synthetic-contract.ts';

/** Running requests: their signals, and functions that complete them. */
const running: { signal: AbortSignal; finish: () => void }[] = [];

async function handle({ signal }: SyntheticRequest) {
  await new Promise<void>((finish) => running.push({ signal, finish }));
  return { status: 200, body: {} };
}

/** Runs until its signal is aborted. */
async function handleUntilAborted({ signal }: SyntheticRequest) {
  await new Promise<void>((_, reject) => {
    running.push({ signal, finish: () => {} });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return { status: 200, body: {} };
}

/** Larger than the buffers of a connection. */
const big = 'x'.repeat(32 * 1024 * 1024);

const body = { type: 'object' };
const operations = {
  readThing: { path: '/v1/thing', handle: handleUntilAborted },
  changeThing: { path: '/v1/thing', body, idempotent: true, handle },
  changeOneAtATime: {
    path: '/v1/one-at-a-time',
    body,
    concurrency: { group: 'changes', perTenant: 1, maxWaitSeconds: 30 },
    handle,
  },
};

const api = await serveSynthetic(operations);
const withTimeout = await serveSynthetic(operations, { handlerTimeoutMs: 1 });

afterAll(() => {
  api.close();
  withTimeout.close();
});

beforeEach(() => {
  running.length = 0;
  api.lines.length = 0;
});

/** Sends a request whose client can disconnect. */
function sendAbortable(path: string, options = {}) {
  const client = new AbortController();
  api.send(path, { signal: client.signal, ...options }).catch(() => 'disconnected');
  return { disconnect: () => client.abort() };
}

const endedRequests = () =>
  api.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request') as {
    operationId: string;
    aborted?: boolean;
  }[];

test('aborts a read when its client disconnects, without logging an error', async () => {
  const { disconnect } = sendAbortable('/v1/thing');
  await expect.poll(() => running).toHaveLength(1);
  disconnect();
  await expect.poll(() => running[0]?.signal.aborted).toBe(true);
  await expect.poll(endedRequests).toMatchObject([{ operationId: 'readThing', aborted: true }]);
  expect(api.lines).toHaveLength(1);
});

test('aborts a read with 503 and Retry-After when it exceeds the time limit', async () => {
  const { status, headers, body } = await withTimeout.send('/v1/thing');
  expect({ status, error: body.error }).toEqual({ status: 503, error: 'service_unavailable' });
  expect(headers.get('retry-after')).toBe('5');
  const { error } = withTimeout.lines
    .map((line) => JSON.parse(line))
    .find(({ msg }) => msg === 'request rejected');
  expect(error).toMatchObject({
    name: 'RequestTimeoutError',
    message: 'The request was not completed within 1 ms.',
  });
});

test('completes a started write after the client has disconnected, and stores its response', async () => {
  const headers = { 'idempotency-key': 'completed' };
  const { disconnect } = sendAbortable('/v1/thing', { body: {}, headers });
  await expect.poll(() => running).toHaveLength(1);
  disconnect();
  await expect.poll(() => running[0]?.signal.aborted).toBe(true);
  running[0]?.finish();
  const repeat = async () => {
    const again = await api.send('/v1/thing', { body: {}, headers });
    return [again.status, again.headers.get('idempotent-replayed')];
  };
  await expect.poll(repeat).toEqual([200, 'true']);
  expect(running).toHaveLength(1);
});

test('does not start a write if the client disconnects before it gets a slot', async () => {
  const first = api.send('/v1/one-at-a-time', { body: {} });
  await expect.poll(() => running).toHaveLength(1);
  const before = api.authenticated();
  const waiting = sendAbortable('/v1/one-at-a-time', { body: {} });
  await expect.poll(api.authenticated).toBe(before + 1);
  waiting.disconnect();
  await expect.poll(endedRequests).toMatchObject([{ aborted: true }]);
  running[0]?.finish();
  expect((await first).status).toBe(200);
  const next = api.send('/v1/one-at-a-time', { body: {} });
  await expect.poll(() => running).toHaveLength(2);
  running[1]?.finish();
  expect((await next).status).toBe(200);
  expect(running).toHaveLength(2);
});

/** Sends a write request and does not read the response. */
function sendWithoutReading(url: string, path: string): void {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  const head = 'Host: x\r\nX-Caller: anna\r\nContent-Type: application/json\r\nContent-Length: 2';
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{}`);
}

test('disconnects a client that does not read its response, and releases its slot', async () => {
  let handled = 0;
  const handleBig = async () => {
    handled += 1;
    return { status: 200, body: handled === 1 ? { big } : {} };
  };
  const sendBig = {
    path: '/v1/big',
    body,
    concurrency: { group: 'changes', perTenant: 1, maxWaitSeconds: 30 },
    handle: handleBig,
  };
  const strict = await serveSynthetic({ sendBig }, { responseTimeoutMs: 100, validateResponses: false });
  onTestFinished(strict.close);
  sendWithoutReading(strict.url, '/v1/big');
  await expect.poll(() => handled).toBe(1);
  expect((await strict.send('/v1/big', { body: {} })).status).toBe(200);
  expect(JSON.parse(strict.lines[0] ?? '')).toMatchObject({ operationId: 'sendBig', aborted: true });
});

test('does not start a write if the client disconnects while its idempotency key is locked', async () => {
  let unlock = () => {};
  let isWaiting = false;
  const locked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const records = {
    async reserve() {
      isWaiting = true;
      await locked;
      return { state: 'new' as const };
    },
    store: async () => {},
    renew: async () => true,
    release: async () => {},
  };
  const rollBack = vi.fn();
  const slow = await serveSynthetic(operations, {
    transactions: {
      read: (caller, work) => work(caller),
      isKeyInUse: async () => false,
      write: (caller, work) =>
        work(caller, records).catch((error) => {
          rollBack();
          throw error;
        }),
    },
  });
  const client = new AbortController();
  const { signal } = client;
  const headers = { 'idempotency-key': 'locked' };
  const response = slow.send('/v1/thing', { body: {}, headers, signal }).catch(() => 'disconnected');
  await expect.poll(() => isWaiting).toBe(true);
  client.abort();
  expect(await response).toBe('disconnected');
  await expect.poll(() => slow.lines).toHaveLength(1);
  unlock();
  await expect.poll(() => rollBack).toHaveBeenCalledOnce();
  expect(running).toHaveLength(0);
  slow.close();
});
