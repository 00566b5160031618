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

test.each([600, 3600])('counts in windows of %i seconds', async (seconds) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const creations = { name: 'creations', by: 'tenant', requests: 2, seconds } as const;
  const { send, close } = await serveSynthetic({ addThing: { path: '/v1/things', limits: [creations] } });
  onTestFinished(close);
  async function create() {
    const { status, headers } = await send('/v1/things');
    const [policy, state, wait] = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) =>
      headers.get(name),
    );
    expect(policy).toBe(`"creations";q=2;w=${seconds}`);
    return [status, state, wait];
  }
  expect(await create()).toEqual([200, `"creations";r=1;t=${seconds}`, null]);
  vi.advanceTimersByTime(100_000);
  const left = seconds - 100;
  expect(await create()).toEqual([200, `"creations";r=0;t=${left}`, null]);
  expect(await create()).toEqual([429, `"creations";r=0;t=${left}`, String(left)]);
  vi.advanceTimersByTime(left * 1000 - 1);
  expect(await create()).toEqual([429, '"creations";r=0;t=1', '1']);
  vi.advanceTimersByTime(1);
  expect(await create()).toEqual([200, `"creations";r=1;t=${seconds}`, null]);
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
