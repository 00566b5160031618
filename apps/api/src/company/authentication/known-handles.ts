import { setTimeout as delay } from 'node:timers/promises';

/** Returns the value of a handle, or undefined if it does not exist. */
export type KnownHandles<Value> = (handle: string) => Promise<Value | undefined>;

/** Deleted handles and changed values take effect after this time at the latest. */
const maxAgeMs = 10_000;

/**
 * Caches all handles of a kind. An unknown one may be new, so all are read again after a pause, once for all waiting requests.
 * Invented handles therefore cause no further queries.
 */
export function knownHandles<Value>(
  readAll: () => Promise<ReadonlyMap<string, Value>>,
  pauseMs: number,
): KnownHandles<Value> {
  let handles: ReadonlyMap<string, Value> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  /** A read that has not begun yet: it sees all present commits. */
  let next: Promise<void> | undefined;
  let pause: Promise<unknown> = Promise.resolve();

  async function read(): Promise<void> {
    await pause;
    next = undefined;
    const begunAt = performance.now();
    const reading = readAll();
    pause = Promise.allSettled([reading, delay(pauseMs, undefined, { ref: false })]);
    handles = await reading;
    readAt = begunAt;
  }

  return async (handle) => {
    if (performance.now() - readAt > maxAgeMs || !handles.has(handle)) {
      next ??= read();
      await next;
    }
    return handles.get(handle);
  };
}
