/** The companies whose deliveries are to be claimed. */
export interface CompanySchedule {
  /** Queues a company that has due deliveries, unless it is queued already. */
  add(companyId: string): void;
  /** Queues a company after a wait. If several waits are given, the shortest applies. */
  addLater(companyId: string, milliseconds: number): void;
  /** Dequeues the claimable company that has waited longest. */
  next(isClaimable: (companyId: string) => boolean): string | undefined;
  /** Whether the company is queued, now or after a wait. */
  has(companyId: string): boolean;
  /** Number of queued companies. */
  size(): number;
  /** Cancels all waits. */
  stop(): void;
}

/** `onTimer` is called when a company has been queued after its wait. */
export function createCompanySchedule(onTimer: () => void): CompanySchedule {
  const queued = new Set<string>();
  const later = new Map<string, { at: number; timer: NodeJS.Timeout }>();

  function add(companyId: string): void {
    queued.add(companyId);
    clearTimeout(later.get(companyId)?.timer);
    later.delete(companyId);
  }

  return {
    add,
    addLater(companyId, milliseconds) {
      if (queued.has(companyId)) return;
      const at = performance.now() + milliseconds;
      const planned = later.get(companyId);
      if (planned && planned.at <= at) return;
      clearTimeout(planned?.timer);
      const timer = setTimeout(() => {
        add(companyId);
        onTimer();
      }, milliseconds);
      later.set(companyId, { at, timer });
    },
    next(isClaimable) {
      for (const companyId of queued) {
        if (!isClaimable(companyId)) continue;
        queued.delete(companyId);
        return companyId;
      }
      return undefined;
    },
    has: (companyId) => queued.has(companyId) || later.has(companyId),
    size: () => queued.size,
    stop() {
      for (const { timer } of later.values()) clearTimeout(timer);
      later.clear();
    },
  };
}
