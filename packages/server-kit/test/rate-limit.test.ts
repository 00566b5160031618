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

test('a clock that is set back does not prolong the wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  const ask = await serveOnePerMinute();
  expect(await ask()).toMatchObject({ status: 200 });
  vi.setSystemTime(Date.parse('2026-11-22T09:00:00Z'));
  const { status, seconds } = await ask();
  expect(status).toBe(429);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('a window ends a minute after its first request, for each caller on its own', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const ask = await serveOnePerMinute();
  expect(await ask('anna')).toMatchObject({ status: 200 });
  vi.advanceTimersByTime(40_000);
  expect(await ask('bea')).toMatchObject({ status: 200 });
  expect(await ask('anna')).toEqual({ status: 429, seconds: 20 });
  vi.advanceTimersByTime(20_000);
  expect(await ask('anna')).toMatchObject({ status: 200 });
  expect(await ask('bea')).toEqual({ status: 429, seconds: 40 });
});

test('a window is never longer than a minute, whatever the fraction of a millisecond', async () => {
  const ask = await serveOnePerMinute();
  const now = 121_882.203_377_489_34;
  expect(now + 60_000 - now).toBeGreaterThan(60_000);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
  expect(await ask()).toMatchObject({ status: 200 });
  expect(await ask()).toEqual({ status: 429, seconds: 60 });
});
