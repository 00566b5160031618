import { expect, onTestFinished, test, vi } from 'vitest';
import { answerOf } from '../src/shared/api/answer.ts';
import { newKey, pagesClient } from '../src/shared/api/pages-client.ts';

/** A service that has no slot for the first requests. */
function crowded(times: number, error = 'too_many_concurrent') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const keys: (string | null)[] = [];
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    keys.push((request as Request).headers.get('Idempotency-Key'));
    return keys.length > times
      ? Response.json({})
      : Response.json({ error }, { status: 429, headers: { 'Retry-After': '2' } });
  });
  onTestFinished(() => fetch.mockRestore());
  return { api: pagesClient('http://service.example'), keys };
}

const path = { token: 't' };

test('a request for which there was no slot is sent again, not before the service asks', async () => {
  const { api, keys } = crowded(3);
  const answer = answerOf(api.GET('/pages/v1/bookings/{token}', { params: { path } }));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(keys).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(keys.length).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await answer).toEqual({ data: {} });
  expect(keys).toHaveLength(4);
});

test('a change is sent again with its key, three times at most', async () => {
  const { api, keys } = crowded(9);
  const key = newKey();
  const params = { path, header: { 'Idempotency-Key': key } };
  const answer = answerOf(api.POST('/pages/v1/bookings/{token}/cancel', { params, body: { reason: null } }));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await answer).toEqual({ failure: { kind: 'busy', code: 'too_many_concurrent', seconds: 2 } });
  expect(keys).toEqual([key, key, key, key]);
});

test('neither a change without a key is sent again, nor a request of which there were too many', async () => {
  const unkeyed = crowded(9);
  const given = answerOf(unkeyed.api.DELETE('/pages/v1/bookings/{token}/hold', { params: { path } }));
  expect(await given).toMatchObject({ failure: { kind: 'busy' } });
  expect(unkeyed.keys).toHaveLength(1);
  const limited = crowded(9, 'rate_limited');
  const read = answerOf(limited.api.GET('/pages/v1/bookings/{token}', { params: { path } }));
  expect(await read).toMatchObject({ failure: { code: 'rate_limited' } });
  expect(limited.keys).toHaveLength(1);
});
