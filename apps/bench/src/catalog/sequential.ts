import { median } from '../measure/statistics.ts';

/** Repeats a request for some seconds, one after the other. Returns the median duration in milliseconds. */
export async function sequential(seconds: number, request: () => Promise<unknown>): Promise<number> {
  const milliseconds: number[] = [];
  const begun = performance.now();
  let before = begun;
  while (before < begun + seconds * 1000) {
    await request();
    const now = performance.now();
    milliseconds.push(now - before);
    before = now;
  }
  return median(milliseconds);
}
