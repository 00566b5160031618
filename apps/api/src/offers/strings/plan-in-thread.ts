import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OfferPlant } from './offer-plant.ts';
import type { CheckedAndPlanned } from './planning-thread.ts';

let thread: Worker | undefined;
let previous: Promise<unknown> = Promise.resolve();

/**
 * Checks and plans a wiring in a worker thread, because a large plant takes a second or two. The thread plans one plant at a time
 * and starts with the first.
 */
export function planInThread(plant: OfferPlant): Promise<CheckedAndPlanned> {
  const planned = previous.then(() => nextPlan(plant));
  previous = planned.catch(() => undefined);
  return planned;
}

/** Rejects if the thread fails, which terminates it. */
async function nextPlan(plant: OfferPlant): Promise<CheckedAndPlanned> {
  thread ??= startThread();
  thread.postMessage(plant);
  const [result] = await once(thread, 'message');
  return result;
}

function startThread(): Worker {
  const started = new Worker(new URL('./planning-thread.ts', import.meta.url));
  started.on('error', () => {
    thread = undefined;
  });
  // Does not keep the process running.
  started.unref();
  return started;
}
