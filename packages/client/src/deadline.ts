export interface Limits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The remaining time of a call. */
export interface Deadline {
  /** Aborts when the time is up or the caller cancels. */
  signal: AbortSignal;
  leftMs(): number;
  /** Rejects as soon as the signal aborts. */
  sleep(milliseconds: number): Promise<void>;
}

/** Maximum delay of a timer, nearly 25 days; longer timeouts are no limit. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs the work within the limits and removes its timer and listener afterwards.
 *
 * @throws the caller's abort reason, the error of `timedOut`, or the error of the work
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
  const timer = timeoutMs <= maxTimerMs ? setTimeout(abort, timeoutMs) : undefined;
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
