import { setImmediate as nextTick } from 'node:timers/promises';

/** Runs a generator that yields between slices of work, so that other requests are served in between. */
export async function inSlices<Result>(slices: Generator<void, Result>): Promise<Result> {
  let slice = slices.next();
  while (!slice.done) {
    await nextTick();
    slice = slices.next();
  }
  return slice.value;
}
