import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionError, createClient, TimeoutError } from '../src/index.ts';
import { clientOf, maria, thrownBy } from './records.ts';
import { hang, html, json, type Step, startServer } from './scripted-server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const reason = new Error('the user left');

/** Sends the response headers and then nothing. */
const stall: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":');
};

test('cancels a call that waits for the response', async () => {
  const controller = new AbortController();
  const { client, received } = await clientOf(() => controller.abort(reason));

  expect(await thrownBy(client.getCustomer({ id: '1001', signal: controller.signal }))).toBe(reason);
  expect(received).toHaveLength(1);
});

test('cancels a call that reads the response', async () => {
  const controller = new AbortController();
  const { baseUrl, received } = await startServer(stall);
  const client = createClient({
    baseUrl,
    apiKey: 'k',
    async fetch(request) {
      const response = await fetch(request);
      setImmediate(() => controller.abort(reason));
      return response;
    },
  });

  expect(await thrownBy(client.getCustomer({ id: '1001', signal: controller.signal }))).toBe(reason);
  expect(received).toHaveLength(1);
});

test('cancels a call that waits for the next attempt', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const busy = vi.fn(async () => new Response('', { status: 503, headers: { 'retry-after': '20' } }));
  const client = createClient({ baseUrl: 'https://planning.example', apiKey: 'k', fetch: busy });
  const thrown = thrownBy(client.getCustomer({ id: '1001', signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(reason);

  expect(await thrown).toBe(reason);
  expect(busy).toHaveBeenCalledOnce();
});

test('sends nothing if the signal is already aborted', async () => {
  const { client, received } = await clientOf(json(200, maria));

  expect(await thrownBy(client.getCustomer({ id: '1001', signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(received).toHaveLength(0);
});

test('throws on cancellation from safe, too', async () => {
  const { client } = await clientOf(hang);

  const error = await thrownBy(client.getCustomer.safe({ id: '1001', signal: AbortSignal.timeout(5) }));

  expect(error).toMatchObject({ name: 'TimeoutError' });
  expect(error).toBeInstanceOf(DOMException);
});

test('ends a call that takes longer than timeoutMs', async () => {
  const { baseUrl } = await clientOf(hang);
  const client = createClient({ baseUrl, apiKey: 'k', timeoutMs: 20 });

  const error = await thrownBy(client.createCustomer({ body: { lastName: 'Schneider' } }));

  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    message: 'createCustomer took longer than 20 ms',
    idempotencyKey: expect.any(String),
  });
});

test('applies timeoutMs to all attempts together and reports the last failure as the cause', async () => {
  vi.useFakeTimers();
  const attempts: number[] = [];
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    timeoutMs: 30_000,
    fetch: ({ signal }) => {
      if (attempts.push(Date.now()) < 3) return Promise.reject(new TypeError('reset'));
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const begin = Date.now();
  const thrown = thrownBy(client.getCustomer({ id: '1001' }));
  await vi.runAllTimersAsync();

  expect(await thrown).toBeInstanceOf(TimeoutError);
  expect(await thrown).toMatchObject({ cause: expect.any(ConnectionError) });
  expect(attempts).toHaveLength(3);
  expect(Date.now() - begin).toBe(30_000);
});

test('does not time out with an infinite timeoutMs', async () => {
  const { client } = await clientOf(json(200, maria));

  await expect(client.getCustomer({ id: '1001', timeoutMs: Number.POSITIVE_INFINITY })).resolves.toEqual(
    maria,
  );
});

test('leaves no listener on the signal after the call', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { client } = await clientOf(html(503), json(200, maria));
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');

  await client.getCustomer({ id: '1001', signal });

  expect(removed.mock.calls).toEqual(added.mock.calls);
});
