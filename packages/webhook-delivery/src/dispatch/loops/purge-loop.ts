const intervalMs = 3_600_000;

/** Purges expired data every hour. */
export interface PurgeLoop {
  start(): void;
  /** Starts a purge if the interval has passed. */
  runIfDue(): void;
  /** Ends a running purge early. */
  stop(): Promise<void>;
}

export interface PurgeLoopOptions {
  /** Stops early when `goOn` returns false. */
  purge: (goOn: () => boolean) => Promise<void>;
  failed: (error: unknown) => void;
}

export function createPurgeLoop({ purge, failed }: PurgeLoopOptions): PurgeLoop {
  let running = false;
  let purging: Promise<void> = Promise.resolve();
  let nextMs = 0;
  return {
    start() {
      running = true;
    },
    runIfDue() {
      if (!running || performance.now() < nextMs) return;
      nextMs = performance.now() + intervalMs;
      purging = purge(() => running).catch(failed);
    },
    async stop() {
      running = false;
      await purging;
    },
  };
}
