const intervalMs = 200;

/** Watches which dispatchers are alive. */
export interface WatchLoop {
  start(): void;
  stop(): Promise<void>;
}

export interface WatchLoopOptions {
  /** Returns whether leases have become void. */
  watch: () => Promise<boolean>;
  /** Called when leases have become void, because a dispatcher has died. */
  died: () => void;
  failed: (error: unknown) => void;
}

export function createWatchLoop({ watch, died, failed }: WatchLoopOptions): WatchLoop {
  let running = false;
  let watching: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function watchOnce(): Promise<void> {
    try {
      if (await watch()) died();
    } catch (error) {
      failed(error);
    }
    if (running) timer = setTimeout(next, intervalMs);
  }

  function next(): void {
    watching = watchOnce();
  }

  return {
    start() {
      running = true;
      next();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await watching;
    },
  };
}
