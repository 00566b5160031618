export interface Limits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** What is left of the time of a call. */
export interface Deadline {
  /** Aborted when the time is up or the caller cancels. */
  signal: AbortSignal;
  leftMs(): number;
  /** Rejects as soon as the signal is aborted. */
  sleep(milliseconds: number): Promise<void>;
}

/** Timers take no longer delay, nearly 25 days; beyond it there is no limit. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs the work within the limits, and leaves neither a timer nor a listener behind.
 *
 * @throws the caller's abort reason, what `timedOut` makes, or what the work throws
 */
export async function withDeadline<T>(
  { timeoutMs, signal: callerSignal }: Limits,
  timedOut: () => Error,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const end = performance.now() + timeoutMs;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = timeoutMs <= longestTimerMs ? setTimeout(abort, timeoutMs) : undefined;
  callerSignal?.addEventListener('abort', abort);

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(wake);
        reject(signal.reason);
      });
    });
  }

  try {
    return await work({ signal, leftMs: () => end - performance.now(), sleep });
  } catch (error) {
    callerSignal?.throwIfAborted();
    throw signal.aborted ? timedOut() : error;
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
  }
}
