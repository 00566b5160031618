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

export function windowCounter(windowMs: number): WindowCounter {
  /** In the order in which they end. */
  const windows = new Map<string, Window>();

  function removeEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now) return;
      windows.delete(key);
    }
  }

  function read(key: string, increment: number): WindowCount {
    // Whole milliseconds avoid rounding errors: (now + windowMs) - now could exceed windowMs.
    const now = Math.floor(performance.now());
    removeEnded(now);
    const window = windows.get(key) ?? { count: 0, endsAt: now + windowMs };
    window.count += increment;
    if (window.count > 0) windows.set(key, window);
    return { count: window.count, secondsLeft: Math.ceil((window.endsAt - now) / 1000) };
  }

  return { read: (key) => read(key, 0), add: (key) => read(key, 1) };
}
