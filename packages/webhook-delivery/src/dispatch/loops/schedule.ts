/** Which companies to claim for, in which order. */
export interface Schedule {
  /** A company that has something to send. */
  want(companyId: string): void;
  /** The same after a while; the shortest wait counts. */
  wantLater(companyId: string, milliseconds: number): void;
  /** Takes off the company that has waited longest among those that may be claimed for. */
  take(isClaimable: (companyId: string) => boolean): string | undefined;
  /** Number of companies wanted now. */
  size(): number;
  /** Forgets what is wanted later. */
  stop(): void;
}

/** `wake` is called when a company that was wanted later is wanted now. */
export function createSchedule(wake: () => void): Schedule {
  const wanted = new Set<string>();
  const later = new Map<string, { at: number; timer: NodeJS.Timeout }>();

  function want(companyId: string): void {
    wanted.add(companyId);
    clearTimeout(later.get(companyId)?.timer);
    later.delete(companyId);
  }

  return {
    want,
    wantLater(companyId, milliseconds) {
      if (wanted.has(companyId)) return;
      const at = performance.now() + milliseconds;
      const planned = later.get(companyId);
      if (planned && planned.at <= at) return;
      clearTimeout(planned?.timer);
      const timer = setTimeout(() => {
        want(companyId);
        wake();
      }, milliseconds);
      later.set(companyId, { at, timer });
    },
    take(isClaimable) {
      for (const companyId of wanted) {
        if (!isClaimable(companyId)) continue;
        wanted.delete(companyId);
        return companyId;
      }
      return undefined;
    },
    size: () => wanted.size,
    stop() {
      for (const { timer } of later.values()) clearTimeout(timer);
      later.clear();
    },
  };
}
