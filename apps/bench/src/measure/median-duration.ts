import { median } from './statistics.ts';

/** Calls `run` repeatedly, one call after the other. @returns the median duration in milliseconds */
export async function medianDuration(seconds: number, run: () => Promise<unknown>): Promise<number> {
  const milliseconds: number[] = [];
  const begun = performance.now();
  let before = begun;
  while (before < begun + seconds * 1000) {
    await run();
    const now = performance.now();
    milliseconds.push(now - before);
    before = now;
  }
  return median(milliseconds);
}
