/** The events of a key in its current window. */
export interface WindowCount {
  count: number;
  /** Seconds until the window ends, rounded up. */
  secondsLeft: number;
}

/** Counts events of each key in windows that begin with the first event. */
export interface WindowCounter {
  read(key: string): WindowCount;
  /** Counts one more event. */
  add(key: string): WindowCount;
}

interface Window {
  count: number;
  /** By the monotonic clock, so that changes of the system time do not move the end of a window. */
  endsAt: number;
}

/** Some 20 MB. */
const defaultMaxWindows = 100_000;

/**
 * @param maxWindows Beyond this number, the window that ends first is forgotten, so its key starts anew. Nobody is rejected because of
 *   others. Somebody with many addresses can renew the windows of one of them, with a request from each of so many others: they could
 *   have sent more with those alone.
 */
export function windowCounter(windowMs: number, maxWindows = defaultMaxWindows): WindowCounter {
  /** In the order in which they end. */
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

  function read(key: string, increment: number): WindowCount {
    // Whole milliseconds avoid rounding errors: (now + windowMs) - now could exceed windowMs.
    const now = Math.floor(performance.now());
    removeEnded(now);
    const known = windows.get(key);
    const window = known ?? { count: 0, endsAt: now + windowMs };
    window.count += increment;
    if (!known && increment > 0) begin(key, window);
    return { count: window.count, secondsLeft: Math.ceil((window.endsAt - now) / 1000) };
  }

  return { read: (key) => read(key, 0), add: (key) => read(key, 1) };
}
