import { setTimeout as delay } from 'node:timers/promises';

/** Returns what a handle stands for, or undefined if it does not exist. */
export type KnownHandles<Value> = (handle: string) => Promise<Value | undefined>;

/** A handle that exists no more is unknown, and a changed value is known, after this time at the latest. */
const maxAgeMs = 10_000;

/**
 * Caches all handles of a kind. An unknown one may be new: then they are read again, after a pause, for all requests together. So
 * however many handles are made up, the database is not asked more often.
 */
export function knownHandles<Value>(
  readAll: () => Promise<ReadonlyMap<string, Value>>,
  pauseMs: number,
): KnownHandles<Value> {
  let handles: ReadonlyMap<string, Value> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  /** A read that has not begun yet, so that it returns everything that is committed now. */
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
