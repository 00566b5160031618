import type { DeliveryRules } from '../../queue/rules.ts';

/** How many attempts a dispatcher has in flight to an endpoint, and how many it may. */
export interface EndpointWindow {
  size: number;
  /** The limit of the endpoint's owner, as of the last claim. */
  limit: number;
  inFlight: number;
  /** The quickest answer, forgotten little by little. */
  quickestMs: number;
  /** The last claim left something: the endpoint's next free place is worth a claim. */
  backlog: boolean;
  /** When the owner's rate allows the attempts that wait for it, on the clock of `performance.now()`. Null when none waits. */
  rateFreeMs: number | null;
  /** Answers after which a slow one may halve the window again. */
  untilHalving: number;
}

/** What one attempt tells of the endpoint. */
export interface WindowSign {
  /** Null for an attempt that tells nothing, such as a fault of ours. */
  delivered: boolean | null;
  /** From the request to the headers of the answer. */
  answerMs: number;
}

type WindowRules = Pick<
  DeliveryRules,
  'startInFlight' | 'maxInFlightPerEndpoint' | 'quickMs' | 'quickFactor' | 'slowMs' | 'slowFactor'
>;

/** Part of the quickest answer by which it is forgotten with each other answer. */
const forgetting = 0.01;

export function newWindow({ startInFlight }: WindowRules): EndpointWindow {
  return {
    size: startInFlight,
    limit: Number.POSITIVE_INFINITY,
    inFlight: 0,
    quickestMs: Number.POSITIVE_INFINITY,
    backlog: false,
    rateFreeMs: null,
    untilHalving: 0,
  };
}

/**
 * Changes the size after an attempt: one more after a quick answer, provided that at least half of the window was in use, and below
 * the start after any answer; half after a failure; half after a slow answer, but once for all that were in flight together and not below the start.
 */
export function resize(
  window: EndpointWindow,
  { delivered, answerMs }: WindowSign,
  rules: WindowRules,
): void {
  if (delivered === null) return;
  if (!delivered) {
    window.size = Math.max(1, Math.floor(window.size / 2));
    return;
  }
  window.quickestMs = Math.min(answerMs, window.quickestMs * (1 + forgetting));
  window.untilHalving -= 1;
  const isSlow = answerMs > rules.slowMs;
  const isQuick = !isSlow && answerMs <= Math.max(rules.quickMs, rules.quickFactor * window.quickestMs);
  if (window.size < rules.startInFlight) {
    window.size += 1;
  } else if (isQuick) {
    if (2 * window.inFlight >= window.size)
      window.size = Math.min(rules.maxInFlightPerEndpoint, window.size + 1);
  } else if (isSlow && answerMs > rules.slowFactor * window.quickestMs && window.untilHalving <= 0) {
    const half = Math.floor(window.size / 2);
    window.size = Math.min(window.size, Math.max(rules.startInFlight, half));
    window.untilHalving = window.size;
  }
}

/** How many attempts may be in flight. */
export const placesOf = ({ size, limit }: EndpointWindow): number => Math.min(size, limit);

/** The windows of the endpoints to which a dispatcher sends. */
export interface EndpointWindows {
  of(companyId: string, endpointId: string): EndpointWindow;
  /** Free places and attempts in flight of the company's known endpoints, as claims take them. */
  placesOf(companyId: string): Record<string, [number, number]>;
  /**
   * Returns the endpoints without a free place, of all companies or of one. Claims leave them out, so that each may have more from
   * now on: its next free place is worth a claim.
   */
  noteFull(companyId?: string): string[];
  /** Whether a window of the company has a free place and is taken to have a backlog. */
  expectsMore(companyId: string): boolean;
  /** Says that nothing is left for the company's windows, except for those that were full when it was looked for. */
  expectNoMore(companyId: string, full: readonly string[]): void;
  /**
   * Returns when the first of the company's windows has its next attempt by its rate. A claim that began after such a time has taken
   * what waited, and the time is forgotten.
   */
  nextByRate(companyId: string, claimBegunMs: number): number | null;
  /** Attempts that may be in flight to the endpoints known, and in how many windows. */
  total(): { places: number; windows: number };
}

/** Windows known beyond this number are forgotten when nothing is in flight. */
const maxKnown = 10_000;

export function createEndpointWindows(rules: WindowRules): EndpointWindows {
  const companies = new Map<string, Map<string, EndpointWindow>>();
  let known = 0;

  function forgetIdle(): void {
    for (const [companyId, windows] of companies) {
      for (const [endpointId, { inFlight }] of windows) if (inFlight === 0) windows.delete(endpointId);
      if (windows.size === 0) companies.delete(companyId);
    }
    known = 0;
    for (const windows of companies.values()) known += windows.size;
  }

  return {
    of(companyId, endpointId) {
      let windows = companies.get(companyId);
      if (!windows) {
        if (known >= maxKnown) forgetIdle();
        windows = new Map();
        companies.set(companyId, windows);
      }
      let window = windows.get(endpointId);
      if (!window) {
        window = newWindow(rules);
        windows.set(endpointId, window);
        known += 1;
      }
      return window;
    },
    placesOf(companyId) {
      const places: Record<string, [number, number]> = {};
      for (const [id, window] of companies.get(companyId) ?? []) {
        places[id] = [Math.max(0, placesOf(window) - window.inFlight), window.inFlight];
      }
      return places;
    },
    noteFull(companyId) {
      const chosen = companyId === undefined ? companies.values() : [companies.get(companyId)];
      const ids: string[] = [];
      for (const windows of chosen) {
        for (const [endpointId, window] of windows ?? []) {
          if (window.inFlight < placesOf(window)) continue;
          window.backlog = true;
          ids.push(endpointId);
        }
      }
      return ids;
    },
    expectsMore: (companyId) =>
      [...(companies.get(companyId)?.values() ?? [])].some(
        (window) => window.backlog && window.inFlight < placesOf(window),
      ),
    expectNoMore(companyId, full) {
      for (const [endpointId, window] of companies.get(companyId) ?? []) {
        if (!full.includes(endpointId)) window.backlog = false;
      }
    },
    nextByRate(companyId, claimBegunMs) {
      let next: number | null = null;
      for (const window of companies.get(companyId)?.values() ?? []) {
        if (window.rateFreeMs === null) continue;
        if (window.rateFreeMs <= claimBegunMs) window.rateFreeMs = null;
        else next = Math.min(next ?? window.rateFreeMs, window.rateFreeMs);
      }
      return next;
    },
    total() {
      let places = 0;
      let windows = 0;
      for (const company of companies.values()) {
        for (const { size } of company.values()) {
          places += size;
          windows += 1;
        }
      }
      return { places, windows };
    },
  };
}
