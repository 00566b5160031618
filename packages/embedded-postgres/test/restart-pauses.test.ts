import { expect, onTestFinished, test, vi } from 'vitest';
import { restartPauses } from '../src/restart-pauses.ts';

/** The delays before restarts of a server that runs for the given seconds after each of them. */
function pausesAfter(...seconds: number[]): number[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const pauses = restartPauses();
  return seconds.map((ran) => {
    vi.advanceTimersByTime(ran * 1000);
    const pause = pauses.next();
    vi.advanceTimersByTime(pause);
    pauses.restarted();
    return pause;
  });
}

test('restarts a server that keeps dying at growing intervals, at least once a minute', () => {
  const pauses = pausesAfter(...Array<number>(12).fill(2));
  expect(pauses.slice(0, 5)).toEqual([100, 200, 400, 800, 1600]);
  expect(pauses.slice(-2)).toEqual([60_000, 60_000]);
});

test('restarts a server immediately if it has run for more than a minute', () => {
  expect(pausesAfter(2, 2, 61, 2)).toEqual([100, 200, 0, 100]);
});
