/**
 * Minimum milliseconds between two claims of a company for new events: `spacingMs` for each delivery of the last claim, up to a limit.
 * Single events are claimed immediately, several hundred a second in batches.
 */
const spacingMs = 2;
const maxSpacingMs = 15;

/** With more companies than this, those whose spacing has ended are forgotten. */
const maxCompanies = 1_000;

/** Spaces the claims of companies that raise many events. */
export interface ClaimSpacing {
  /** Call after a claim that started at the given time, on the clock of `performance.now()`. */
  claimed(companyId: string, deliveries: number, startedMs: number): void;
  /** Milliseconds until the company's next claim for new events; at most 0 if it can start now. */
  waitMs(companyId: string): number;
}

export function createClaimSpacing(): ClaimSpacing {
  const nextMs = new Map<string, number>();

  function forgetPast(): void {
    const now = performance.now();
    for (const [companyId, atMs] of nextMs) if (atMs <= now) nextMs.delete(companyId);
  }

  return {
    claimed(companyId, deliveries, startedMs) {
      if (deliveries <= 1) return;
      if (nextMs.size >= maxCompanies) forgetPast();
      nextMs.set(companyId, startedMs + Math.min(maxSpacingMs, deliveries * spacingMs));
    },
    waitMs: (companyId) => (nextMs.get(companyId) ?? 0) - performance.now(),
  };
}
