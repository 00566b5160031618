import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

afterEach(() => void vi.useRealTimers());

async function serveOnePerMinute() {
  const { send, close } = await serveSynthetic({ getThing: { path: '/v1/thing' } }, { requestsPerMinute: 1 });
  onTestFinished(close);
  return async (caller = 'anna') => {
    const { status, headers } = await send('/v1/thing', { caller });
    return { status, seconds: Number(headers.get('retry-after')) };
  };
}

test('does not prolong the wait when the system clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  const send = await serveOnePerMinute();
  expect(await send()).toMatchObject({ status: 200 });
  vi.setSystemTime(Date.parse('2026-11-22T09:00:00Z'));
  const { status, seconds } = await send();
  expect(status).toBe(429);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('starts a window of a minute with the first request of each caller', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const send = await serveOnePerMinute();
  expect(await send('anna')).toMatchObject({ status: 200 });
  vi.advanceTimersByTime(40_000);
  expect(await send('bea')).toMatchObject({ status: 200 });
  expect(await send('anna')).toEqual({ status: 429, seconds: 20 });
  vi.advanceTimersByTime(20_000);
  expect(await send('anna')).toMatchObject({ status: 200 });
  expect(await send('bea')).toEqual({ status: 429, seconds: 40 });
});

test('returns a wait of at most 60 seconds for fractions of milliseconds', async () => {
  const send = await serveOnePerMinute();
  const now = 121_882.203_377_489_34;
  expect(now + 60_000 - now).toBeGreaterThan(60_000);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
  expect(await send()).toMatchObject({ status: 200 });
  expect(await send()).toEqual({ status: 429, seconds: 60 });
});
