/**
 * Milliseconds between two claims of a company for new events: `spacingMs` for each delivery that the last claim found, up to a limit.
 * Single events are claimed at once, those of several hundred a second together.
 */
const spacingMs = 2;
const maxSpacingMs = 15;

/** Companies known beyond this number are forgotten when they may be claimed for. */
const maxKnown = 1_000;

/** When to claim for companies again that raise many events. */
export interface ClaimSpacing {
  /** Says how many deliveries a claim found, and when it began on the clock of `performance.now()`. */
  claimed(companyId: string, deliveries: number, begunMs: number): void;
  /** Milliseconds until the next claim for new events of a company, at most 0 if it may be now. */
  waitMs(companyId: string): number;
}

export function createClaimSpacing(): ClaimSpacing {
  const nextMs = new Map<string, number>();

  function forgetPast(): void {
    const now = performance.now();
    for (const [companyId, atMs] of nextMs) if (atMs <= now) nextMs.delete(companyId);
  }

  return {
    claimed(companyId, deliveries, begunMs) {
      if (deliveries <= 1) return;
      if (nextMs.size >= maxKnown) forgetPast();
      nextMs.set(companyId, begunMs + Math.min(maxSpacingMs, deliveries * spacingMs));
    },
    waitMs: (companyId) => (nextMs.get(companyId) ?? 0) - performance.now(),
  };
}
