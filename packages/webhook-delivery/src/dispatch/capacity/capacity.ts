import { fairSlots, slotRules } from '@pv-planning/fair-slots';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { EndpointReport, EndpointSlots } from '../claim/claim.ts';
import { EndpointWindow, type WindowResponse, type WindowRules } from './endpoint-window.ts';

/** Identifies an attempt and its endpoint. */
export interface WindowAttempt {
  companyId: string;
  endpoint: { id: string };
  leaseToken: string;
}

/**
 * Limits the attempts in flight: to the slots of the process, to the share of each company, and to the window of each endpoint. A slot
 * is reserved before it is known whether an attempt will use it.
 */
export interface Capacity {
  /** Number of free slots of the process. */
  free(): number;
  /** Number of slots that the company can acquire now; at most 0 if it has reached its share. */
  freeFor(companyId: string): number;
  /** Number of free slots of the company's windows. */
  freeInWindows(companyId: string): number;
  /** Reserves slots of the process for a claim. */
  reserve(companyId: string, slots: number): void;
  /** Releases the slots that the claim has not used. */
  release(companyId: string, slots: number): void;
  /** Returns the slots of the company's windows, by endpoint id. */
  slotsOf(companyId: string): Record<string, EndpointSlots>;
  /** Call with the reports of a claim. Returns whether another claim is worthwhile immediately. */
  claimed(companyId: string, reports: readonly EndpointReport[]): boolean;
  /** Reserves a slot for one attempt at each endpoint of the company without waiting deliveries. Returns the endpoints. */
  reserveWithoutClaim(companyId: string): string[];
  /** Releases slots reserved without a claim. Returns their windows. */
  cancelReservations(companyId: string, endpointIds: readonly string[]): EndpointWindow[];
  /** Call at the start of an attempt, in a reserved slot. */
  began(attempt: WindowAttempt): void;
  /** Call at the end of an attempt. Releases its slot. Returns the window of its endpoint. */
  ended(attempt: WindowAttempt, response: WindowResponse): EndpointWindow;
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
  /** The number of windows, and the sums of their sizes and of the attempts begun. */
  total(): { windows: number; slots: number; attempts: number };
}

/** With more windows than this, those without attempts in flight are forgotten. */
const maxWindows = 10_000;

export function createCapacity(rules: WindowRules & Pick<DeliveryRules, 'maxInFlight'>): Capacity {
  const slots = fairSlots({ ...slotRules.deliveries, slots: rules.maxInFlight });
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
    free: slots.free,
    freeFor: slots.freeFor,
    freeInWindows(companyId) {
      let free = 0;
      for (const { freeSlots } of windowsOf(companyId)) free += freeSlots;
      return free;
    },
    reserve: slots.reserve,
    release: slots.releaseReserved,
    slotsOf(companyId) {
      const slotsById: Record<string, EndpointSlots> = {};
      for (const [id, { freeSlots, inFlight }] of companies.get(companyId) ?? []) {
        slotsById[id] = { free: freeSlots, inFlight };
      }
      return slotsById;
    },
    claimed(companyId, reports) {
      for (const report of reports) windowOf(companyId, report.endpointId).claimed(report);
      if (reports.every(({ claimed }) => claimed === 0)) return false;
      return reports.some(
        ({ endpointId, backlog, rateWaitMs }) =>
          backlog && rateWaitMs === null && windowOf(companyId, endpointId).freeSlots > 0,
      );
    },
    reserveWithoutClaim(companyId) {
      const max = slots.freeFor(companyId);
      const reserved: string[] = [];
      for (const [endpointId, window] of companies.get(companyId) ?? []) {
        if (reserved.length < max && window.reserve()) reserved.push(endpointId);
      }
      if (reserved.length > 0) slots.reserve(companyId, reserved.length);
      return reserved;
    },
    cancelReservations(companyId, endpointIds) {
      slots.releaseReserved(companyId, endpointIds.length);
      return endpointIds.map((endpointId) => {
        const window = windowOf(companyId, endpointId);
        window.cancelReservation();
        return window;
      });
    },
    began({ companyId, endpoint, leaseToken }) {
      slots.begin(companyId);
      windowOf(companyId, endpoint.id).began(leaseToken);
    },
    ended({ companyId, endpoint, leaseToken }, response) {
      slots.releaseReserved(companyId, 1);
      const window = windowOf(companyId, endpoint.id);
      window.answered(leaseToken, response);
      return window;
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
      const sum = { windows: 0, slots: 0, attempts: 0 };
      for (const windows of companies.values()) {
        for (const { size, attempts } of windows.values()) {
          sum.windows += 1;
          sum.slots += size;
          sum.attempts += attempts;
        }
      }
      return sum;
    },
  };
}
