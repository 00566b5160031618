import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiError, createClient } from '../src/index.ts';
import { maria } from './records.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const unavailable = () => new Response('', { status: 503 });
const found = () => Response.json(maria);

function limited(headers: Record<string, string>): () => Response {
  return () =>
    Response.json({ error: 'rate_limited', message: 'Too many requests.' }, { status: 429, headers });
}

/** Calls a service that gives these responses, repeating the last one. Returns the milliseconds between the requests. */
async function delays(responses: (() => Response)[], maxRetries: number): Promise<number[]> {
  const times: number[] = [];
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    fetch: async () => {
      const response = responses[Math.min(times.length, responses.length - 1)] ?? found;
      times.push(Date.now());
      return response();
    },
  });
  const call = client.getCustomer.safe({ id: '1001', maxRetries }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  await call;
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('doubles the maximum wait up to 8 seconds', async () => {
  vi.mocked(Math.random).mockReturnValue(1);

  expect(await delays([unavailable], 6)).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
});

test('waits for a random part of the maximum', async () => {
  vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(0.25).mockReturnValueOnce(0.5);

  expect(await delays([unavailable], 3)).toEqual([0, 250, 1000]);
});

test.each([
  ['seconds', { 'retry-after': '7' }, 7000],
  [
    'a date relative to the server clock',
    { 'retry-after': 'Wed, 01 Jan 2020 10:00:05 GMT', date: 'Wed, 01 Jan 2020 10:00:00 GMT' },
    5000,
  ],
  ['a date in the past', { 'retry-after': 'Wed, 01 Jan 2020 10:00:00 GMT' }, 0],
  ['nonsense', { 'retry-after': 'soon' }, 0],
  ['a negative number', { 'retry-after': '-3' }, 0],
])('adds the delay requested by Retry-After: %s', async (_, headers, expected) => {
  vi.mocked(Math.random).mockReturnValue(0.5);

  expect(await delays([limited(headers), found], 3)).toEqual([250 + expected]);
});

test('leaves no timer after the call', async () => {
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    fetch: async () => found(),
  });

  await client.getCustomer({ id: '1001' });

  expect(vi.getTimerCount()).toBe(0);
});

test('leaves no timer after a call cancelled during a wait', async () => {
  const controller = new AbortController();
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    fetch: async () => limited({ 'retry-after': '30' })(),
  });
  const call = client.getCustomer({ id: '1001', signal: controller.signal }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.getTimerCount()).toBe(2);
  controller.abort();
  await call;

  expect(vi.getTimerCount()).toBe(0);
});

test('throws immediately if the wait would exceed the timeout', async () => {
  const begin = Date.now();
  const client = createClient({
    baseUrl: 'https://planning.example',
    apiKey: 'k',
    fetch: async () => limited({ 'retry-after': '3600' })(),
  });

  const error = (await client.getCustomer.safe({ id: '1001' })) as ApiError;

  expect(error).toMatchObject({ error: 'rate_limited', retryAfterMs: 3_600_000 });
  expect(Date.now()).toBe(begin);
});
