import { connect } from 'node:net';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';
import type { SyntheticRequest } from './support/synthetic-contract.ts';

/** Requests that a handler has begun to answer, and how each is ended. */
const begun: { signal: AbortSignal; finish: () => void }[] = [];

async function handle({ signal }: SyntheticRequest) {
  await new Promise<void>((finish) => begun.push({ signal, finish }));
  return { status: 200, body: {} };
}

/** Waits as long as it is waited for. */
async function handleWhileAwaited({ signal }: SyntheticRequest) {
  await new Promise<void>((_, reject) => {
    begun.push({ signal, finish: () => {} });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return { status: 200, body: {} };
}

/** More than the buffers of a connection take. */
const much = 'x'.repeat(32 * 1024 * 1024);

const body = { type: 'object' };
const operations = {
  readThing: { path: '/v1/thing', handle: handleWhileAwaited },
  changeThing: { path: '/v1/thing', body, idempotent: true, handle },
  changeInTurn: { path: '/v1/turns', body, oneAtATime: true, handle },
};

const api = await serveSynthetic(operations);
const hasty = await serveSynthetic(operations, { handlerTimeoutMs: 1 });

afterAll(() => {
  api.close();
  hasty.close();
});

beforeEach(() => {
  begun.length = 0;
  api.lines.length = 0;
});

/** A request that its caller gives up. */
function impatient(path: string, options = {}) {
  const caller = new AbortController();
  const answer = api.send(path, { signal: caller.signal, ...options }).catch(() => 'gone');
  return {
    giveUp: () => caller.abort(),
    answer,
  };
}

const requestsOver = () =>
  api.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request') as {
    operationId: string;
    aborted?: boolean;
  }[];

test('a read ends when its caller has gone, which is no fault', async () => {
  const { giveUp } = impatient('/v1/thing');
  await expect.poll(() => begun).toHaveLength(1);
  giveUp();
  await expect.poll(() => begun[0]?.signal.aborted).toBe(true);
  await expect.poll(requestsOver).toMatchObject([{ operationId: 'readThing', aborted: true }]);
  expect(api.lines).toHaveLength(1);
});

test('a read ends when the time is over, and can be repeated', async () => {
  const { status, headers, body } = await hasty.send('/v1/thing');
  expect({ status, error: body.error }).toEqual({ status: 503, error: 'service_unavailable' });
  expect(headers.get('retry-after')).toBe('5');
  const { error } = hasty.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request rejected');
  expect(error).toMatchObject({
    name: 'RequestTimeoutError',
    message: 'The request was not completed within 1 ms.',
  });
});

test('a change that has begun is finished, and kept under its key', async () => {
  const headers = { 'idempotency-key': 'finished' };
  const { giveUp } = impatient('/v1/thing', { body: {}, headers });
  await expect.poll(() => begun).toHaveLength(1);
  giveUp();
  await expect.poll(() => begun[0]?.signal.aborted).toBe(true);
  begun[0]?.finish();
  const repeated = async () => {
    const again = await api.send('/v1/thing', { body: {}, headers });
    return [again.status, again.headers.get('idempotent-replayed')];
  };
  await expect.poll(repeated).toEqual([200, 'true']);
  expect(begun).toHaveLength(1);
});

test('a change whose caller has gone before it is its turn does not begin', async () => {
  const first = api.send('/v1/turns', { body: {} });
  await expect.poll(() => begun).toHaveLength(1);
  const before = api.arrived();
  const waiting = impatient('/v1/turns', { body: {} });
  await expect.poll(api.arrived).toBe(before + 1);
  waiting.giveUp();
  await expect.poll(requestsOver).toMatchObject([{ aborted: true }]);
  begun[0]?.finish();
  expect((await first).status).toBe(200);
  const next = api.send('/v1/turns', { body: {} });
  await expect.poll(() => begun).toHaveLength(2);
  begun[1]?.finish();
  expect((await next).status).toBe(200);
  expect(begun).toHaveLength(2);
});

/** Sends a change and does not read the response. */
function sendWithoutReading(url: string, path: string): void {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  const head = 'Host: x\r\nX-Caller: anna\r\nContent-Type: application/json\r\nContent-Length: 2';
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{}`);
}

test('a client that does not read its response loses the connection and gives its turn on', async () => {
  let handled = 0;
  const handleMuch = async () => {
    handled += 1;
    return { status: 200, body: handled === 1 ? { much } : {} };
  };
  const muchInTurn = { path: '/v1/much', body, oneAtATime: true, handle: handleMuch };
  const strict = await serveSynthetic({ muchInTurn }, { responseTimeoutMs: 100, validateResponses: false });
  onTestFinished(strict.close);
  sendWithoutReading(strict.url, '/v1/much');
  await expect.poll(() => handled).toBe(1);
  expect((await strict.send('/v1/much', { body: {} })).status).toBe(200);
  expect(JSON.parse(strict.lines[0] ?? '')).toMatchObject({ operationId: 'muchInTurn', aborted: true });
});

test('a change whose caller has gone while the key of its repetition was held does not begin', async () => {
  let letIn = () => {};
  let isWaiting = false;
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  const records = {
    async reserve() {
      isWaiting = true;
      await held;
      return { state: 'new' as const };
    },
    store: async () => {},
  };
  const rolledBack = vi.fn();
  const slow = await serveSynthetic(operations, {
    transactions: {
      read: (caller, work) => work(caller),
      write: (caller, work) =>
        work(caller, records).catch((error) => {
          rolledBack();
          throw error;
        }),
    },
  });
  const caller = new AbortController();
  const { signal } = caller;
  const headers = { 'idempotency-key': 'held' };
  const answer = slow.send('/v1/thing', { body: {}, headers, signal }).catch(() => 'gone');
  await expect.poll(() => isWaiting).toBe(true);
  caller.abort();
  expect(await answer).toBe('gone');
  await expect.poll(() => slow.lines).toHaveLength(1);
  letIn();
  await expect.poll(() => rolledBack).toHaveBeenCalledOnce();
  expect(begun).toHaveLength(0);
  slow.close();
});
