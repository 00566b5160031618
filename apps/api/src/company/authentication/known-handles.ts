import { setTimeout as delay } from 'node:timers/promises';

/** Whether a handle exists. */
export type KnownHandles = (handle: string) => Promise<boolean>;

/** A handle that exists no more is unknown after this time at the latest. */
const maxAgeMs = 10_000;

/**
 * Caches all handles of a kind. An unknown one may be new: then they are read again, after a pause, for all requests together. So
 * however many handles are made up, the database is not asked more often.
 */
export function knownHandles(readAll: () => Promise<ReadonlySet<string>>, pauseMs: number): KnownHandles {
  let handles: ReadonlySet<string> = new Set();
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
    return handles.has(handle);
  };
}
