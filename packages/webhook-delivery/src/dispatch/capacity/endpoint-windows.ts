import type { EndpointReport, EndpointSlots } from '../claim/claim.ts';
import { EndpointWindow, type WindowResponse, type WindowRules } from './endpoint-window.ts';

/** Identifies an attempt and its endpoint. */
export interface WindowAttempt {
  companyId: string;
  endpoint: { id: string };
  leaseToken: string;
}

/** The windows of the endpoints to which this dispatcher sends. */
export interface EndpointWindows {
  /** Call with the reports of a claim. Returns whether another claim is worthwhile immediately. */
  claimed(companyId: string, reports: readonly EndpointReport[]): boolean;
  /** Reserves a slot in up to `max` windows of the company in which nothing waits. Returns their endpoints. */
  reserve(companyId: string, max: number): string[];
  /** Releases a reserved slot without an attempt. Returns the window. */
  cancelReservation(companyId: string, endpointId: string): EndpointWindow;
  began(attempt: WindowAttempt): void;
  /** Call at the end of an attempt. Returns the window of its endpoint. */
  answered(attempt: WindowAttempt, response: WindowResponse): EndpointWindow;
  /** Returns the slots of the company's windows, by endpoint id. */
  slotsOf(companyId: string): Record<string, EndpointSlots>;
  /** Returns the number of free slots of the company's windows. */
  freeSlots(companyId: string): number;
  /**
   * Assumes that endpoints with a full window have a backlog, because claims skip them. Covers one company or all companies.
   * Returns the ids of the endpoints.
   */
  markFull(companyId?: string): string[];
  /** Whether a window of the company has both a backlog and a free slot. */
  expectsMore(companyId: string): boolean;
  /** Clears the backlog of the company's windows, except those that were full. */
  clearBacklog(companyId: string, full: readonly string[]): void;
  /** Returns when the rate of one of the company's endpoints allows the next attempt, after a claim that started at the given time. */
  nextByRate(companyId: string, claimStartedMs: number): number | null;
  /** The sum of the window sizes, and the number of windows. */
  total(): { slots: number; windows: number };
}

/** With more windows than this, those without attempts in flight are forgotten. */
const maxWindows = 10_000;

export function createEndpointWindows(rules: WindowRules): EndpointWindows {
  const companies = new Map<string, Map<string, EndpointWindow>>();
  let count = 0;

  function forgetIdle(): void {
    for (const [companyId, windows] of companies) {
      for (const [endpointId, { inFlight }] of windows) if (inFlight === 0) windows.delete(endpointId);
      if (windows.size === 0) companies.delete(companyId);
    }
    count = 0;
    for (const windows of companies.values()) count += windows.size;
  }

  function windowOf(companyId: string, endpointId: string): EndpointWindow {
    let windows = companies.get(companyId);
    if (!windows) {
      if (count >= maxWindows) forgetIdle();
      windows = new Map();
      companies.set(companyId, windows);
    }
    let window = windows.get(endpointId);
    if (!window) {
      window = new EndpointWindow(rules);
      windows.set(endpointId, window);
      count += 1;
    }
    return window;
  }

  const windowsOf = (companyId: string) => companies.get(companyId)?.values() ?? [];

  return {
    claimed(companyId, reports) {
      for (const report of reports) windowOf(companyId, report.endpointId).claimed(report);
      if (reports.every(({ claimed }) => claimed === 0)) return false;
      return reports.some(
        ({ endpointId, backlog, rateWaitMs }) =>
          backlog && rateWaitMs === null && windowOf(companyId, endpointId).freeSlots > 0,
      );
    },
    reserve(companyId, max) {
      const reserved: string[] = [];
      for (const [endpointId, window] of companies.get(companyId) ?? []) {
        if (reserved.length < max && window.reserve()) reserved.push(endpointId);
      }
      return reserved;
    },
    cancelReservation(companyId, endpointId) {
      const window = windowOf(companyId, endpointId);
      window.cancelReservation();
      return window;
    },
    began: ({ companyId, endpoint, leaseToken }) => windowOf(companyId, endpoint.id).began(leaseToken),
    answered({ companyId, endpoint, leaseToken }, response) {
      const window = windowOf(companyId, endpoint.id);
      window.answered(leaseToken, response);
      return window;
    },
    slotsOf(companyId) {
      const slots: Record<string, EndpointSlots> = {};
      for (const [id, { freeSlots, inFlight }] of companies.get(companyId) ?? []) {
        slots[id] = { free: freeSlots, inFlight };
      }
      return slots;
    },
    freeSlots(companyId) {
      let free = 0;
      for (const { freeSlots } of windowsOf(companyId)) free += freeSlots;
      return free;
    },
    markFull(companyId) {
      const chosen = companyId === undefined ? companies.values() : [companies.get(companyId)];
      const ids: string[] = [];
      for (const windows of chosen) {
        for (const [endpointId, window] of windows ?? []) {
          if (window.assumeBacklogIfFull()) ids.push(endpointId);
        }
      }
      return ids;
    },
    expectsMore: (companyId) =>
      [...windowsOf(companyId)].some(({ hasBacklog, freeSlots }) => hasBacklog && freeSlots > 0),
    clearBacklog(companyId, full) {
      for (const [endpointId, window] of companies.get(companyId) ?? []) {
        if (!full.includes(endpointId)) window.clearBacklog();
      }
    },
    nextByRate(companyId, claimStartedMs) {
      let next: number | null = null;
      for (const window of windowsOf(companyId)) {
        const freeMs = window.rateFreeAfterClaim(claimStartedMs);
        if (freeMs !== null) next = Math.min(next ?? freeMs, freeMs);
      }
      return next;
    },
    total() {
      let slots = 0;
      for (const windows of companies.values()) for (const { size } of windows.values()) slots += size;
      let windows = 0;
      for (const { size } of companies.values()) windows += size;
      return { slots, windows };
    },
  };
}
