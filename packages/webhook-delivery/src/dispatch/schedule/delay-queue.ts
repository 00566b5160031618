/** A queue of distinct ids, some of which are added after a wait. */
export interface DelayQueue {
  /** Ends the wait of the id, if there is one. */
  add(id: string): void;
  /** If several waits are given, the shortest applies. Does nothing if the id is queued. */
  addLater(id: string, milliseconds: number): void;
  /** Removes and returns the id that has been queued longest among those that `accepts` accepts. */
  take(accepts: (id: string) => boolean): string | undefined;
  /** Whether the id is queued, now or after a wait. */
  has(id: string): boolean;
  /** Number of ids whose wait has ended. */
  size(): number;
  /** Cancels all waits. */
  cancelWaits(): void;
}

/** @param added called when a wait has ended */
export function createDelayQueue(added: () => void): DelayQueue {
  const queued = new Set<string>();
  const waiting = new Map<string, { at: number; timer: NodeJS.Timeout }>();

  function add(id: string): void {
    queued.add(id);
    clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
  }

  return {
    add,
    addLater(id, milliseconds) {
      if (queued.has(id)) return;
      const at = performance.now() + milliseconds;
      const planned = waiting.get(id);
      if (planned && planned.at <= at) return;
      clearTimeout(planned?.timer);
      const timer = setTimeout(() => {
        add(id);
        added();
      }, milliseconds);
      waiting.set(id, { at, timer });
    },
    take(accepts) {
      for (const id of queued) {
        if (!accepts(id)) continue;
        queued.delete(id);
        return id;
      }
      return undefined;
    },
    has: (id) => queued.has(id) || waiting.has(id),
    size: () => queued.size,
    cancelWaits() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
