/** The events of a key in its current window. */
export interface WindowCount {
  count: number;
  /** Seconds until the window ends, rounded up. */
  secondsLeft: number;
}

/** Counts events of each key in windows that begin with the first event. */
export interface WindowCounter {
  read(key: string): WindowCount;
  /** Counts one more event. `takeBack` undoes this. */
  add(key: string): WindowCount & { takeBack(): void };
}

interface Window {
  count: number;
  /** On the monotonic clock, so that changes of the system time do not move the end of a window. */
  endsAt: number;
}

/** Some 20 MB. */
const defaultMaxWindows = 100_000;

/**
 * @param maxWindows Above this number, the window that ends first is removed, and its key starts a new one. No client is rejected
 * because of others. A client with many addresses can reset the window of one of them by sending requests from this number of
 * others, but those alone allow it more requests.
 */
export function windowCounter(windowMs: number, maxWindows = defaultMaxWindows): WindowCounter {
  /** Sorted by their ends. */
  const windows = new Map<string, Window>();

  function removeEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now) return;
      windows.delete(key);
    }
  }

  function begin(key: string, window: Window): void {
    const [first] = windows.keys();
    if (windows.size >= maxWindows && first !== undefined) windows.delete(first);
    windows.set(key, window);
  }

  function windowOf(key: string): { window: Window; secondsLeft: number } {
    // Whole milliseconds avoid rounding errors: (now + windowMs) - now could exceed windowMs.
    const now = Math.floor(performance.now());
    removeEnded(now);
    const window = windows.get(key) ?? { count: 0, endsAt: now + windowMs };
    return { window, secondsLeft: Math.ceil((window.endsAt - now) / 1000) };
  }

  return {
    read(key) {
      const { window, secondsLeft } = windowOf(key);
      return { count: window.count, secondsLeft };
    },
    add(key) {
      const { window, secondsLeft } = windowOf(key);
      if (!windows.has(key)) begin(key, window);
      window.count += 1;
      const takeBack = () => {
        window.count -= 1;
      };
      return { count: window.count, secondsLeft, takeBack };
    },
  };
}
