import { expect, onTestFinished, test, vi } from 'vitest';
import { restartPauses } from '../src/restart-pauses.ts';

/** The pauses before restarts of a server that runs for so many seconds after each of them. */
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

test('a server that dies soon after each start is restarted less and less often, at least every minute', () => {
  const pauses = pausesAfter(...Array<number>(12).fill(2));
  expect(pauses.slice(0, 5)).toEqual([100, 200, 400, 800, 1600]);
  expect(pauses.slice(-2)).toEqual([60_000, 60_000]);
});

test('a server that has run for more than a minute is restarted at once', () => {
  expect(pausesAfter(2, 2, 61, 2)).toEqual([100, 200, 0, 100]);
});
