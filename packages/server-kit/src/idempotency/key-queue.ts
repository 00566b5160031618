import { setTimeout as delay } from 'node:timers/promises';
import { apiError } from '../errors/api-error.ts';
import { KeyInUseError } from './idempotency-records.ts';
import { inProgress } from './run-once.ts';

/** Maximum wait for another request with the same key, and the interval of checks for one in another process. */
const maxWaitMs = 2_000;
const lookEveryMs = 100;

/** A request with an idempotency key. It holds no resources while it waits for another one. */
export interface KeyedRequest {
  fingerprint: string;
  signal: AbortSignal;
  /** Releases the resources of the request; `enter` acquires them again. */
  leave(): void;
  enter(): Promise<void>;
  /** Whether a request with the key is known to be running. Only reads. */
  isKeyInUse(): Promise<boolean>;
}

/**
 * Runs an attempt when no other request with the key is running. Repeats it while it is rejected with `KeyInUseError`, because a
 * request with the key is running in another process.
 *
 * @throws 409 `idempotency_key_reused` while another request has the key; 409 `idempotency_in_progress` after two seconds, and at once if
 *   another request is already waiting in this process
 */
export type KeyQueue = <T>(id: string, request: KeyedRequest, attempt: () => Promise<T>) => Promise<T>;

interface RunningRequest {
  fingerprint: string;
  ended: Promise<boolean>;
  isAwaited: boolean;
}

/** Waits. @throws the reason of the signal */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

export function keyQueue(): KeyQueue {
  const running = new Map<string, RunningRequest>();

  async function waitFor(ahead: RunningRequest, { fingerprint, signal, leave }: KeyedRequest): Promise<void> {
    if (ahead.fingerprint !== fingerprint) throw apiError('idempotency_key_reused');
    if (ahead.isAwaited) throw inProgress();
    ahead.isAwaited = true;
    leave();
    const timer = new AbortController();
    const isOver = pause(maxWaitMs, AbortSignal.any([signal, timer.signal])).then(() => false);
    try {
      if (!(await Promise.race([ahead.ended, isOver]))) throw inProgress();
    } finally {
      ahead.isAwaited = false;
      timer.abort();
    }
  }

  return async (id, request, attempt) => {
    const until = performance.now() + maxWaitMs;
    const ahead = running.get(id);
    if (ahead) await waitFor(ahead, request);
    const { promise: ended, resolve } = Promise.withResolvers<boolean>();
    const own = { fingerprint: request.fingerprint, ended, isAwaited: false };
    running.set(id, own);
    try {
      if (ahead) await request.enter();
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (!(error instanceof KeyInUseError)) throw error;
        }
        request.leave();
        do {
          if (performance.now() >= until) throw inProgress();
          await pause(lookEveryMs, request.signal);
        } while (await request.isKeyInUse());
        await request.enter();
      }
    } finally {
      // A waiting request and a new one can both follow the same request.
      if (running.get(id) === own) running.delete(id);
      resolve(true);
    }
  };
}
