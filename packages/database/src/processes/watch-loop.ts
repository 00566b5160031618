const intervalMs = 200;

export interface WatchLoopOptions {
  /** Returns whether leases have become void. */
  watch: () => Promise<boolean>;
  /** Called when leases have become void, because a process has died. */
  died: () => void;
  failed: (error: unknown) => void;
}

/** Watches which processes are alive, until it is stopped. */
export function watchLoop({ watch, died, failed }: WatchLoopOptions): { stop(): Promise<void> } {
  let isStopped = false;
  let watching: Promise<void>;
  let timer: NodeJS.Timeout | undefined;

  async function watchOnce(): Promise<void> {
    try {
      if (await watch()) died();
    } catch (error) {
      failed(error);
    }
    if (!isStopped) timer = setTimeout(next, intervalMs);
  }

  function next(): void {
    watching = watchOnce();
  }

  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await watching;
    },
  };
}
