/** The time a call may take, ended early by the caller's signal. */
export interface Deadline {
  /** Aborted when the time is up or the caller cancels. */
  signal: AbortSignal;
  leftMs(): number;
  /** Rejects when the signal aborts. */
  sleep(milliseconds: number): Promise<void>;
  /** Must be called when the call is over: frees the timer and the caller's signal. */
  stop(): void;
}

/** Timers take no longer delay; beyond it, nearly 25 days, there is no limit. */
const longestTimer = 2 ** 31 - 1;

export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const end = performance.now() + timeoutMs;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = timeoutMs <= longestTimer ? setTimeout(abort, timeoutMs) : undefined;
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort);

  return {
    signal,
    leftMs: () => end - performance.now(),
    sleep: (milliseconds) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const wake = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
          clearTimeout(wake);
          reject(signal.reason);
        });
      }),
    stop() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}
