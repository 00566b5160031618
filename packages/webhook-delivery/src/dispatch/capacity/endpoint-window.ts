import type { DeliveryRules } from '../../queue/rules.ts';
import type { EndpointReport } from '../claim/claim.ts';

export type WindowRules = Pick<
  DeliveryRules,
  'startInFlight' | 'maxInFlightPerEndpoint' | 'quickMs' | 'quickFactor' | 'slowMs' | 'slowFactor'
>;

/** The end of an attempt. */
export interface WindowResponse {
  /** Null if the attempt says nothing about the endpoint, such as an internal error. */
  delivered: boolean | null;
  /** From the request to the headers of the response. */
  responseMs: number;
}

/** Part of the quickest response time by which it grows with each further response, so that old ones are forgotten. */
const forgetting = 0.01;

/**
 * Limits the attempts that one dispatcher has in flight to one endpoint, like a congestion window.
 *
 * The size starts at `startInFlight`. Claims report how the endpoint is, each response changes the size:
 *
 * | Size | Quick success | Slow success | Other success | Failure |
 * |---|---|---|---|---|
 * | recovering: below `startInFlight` | + 1 | + 1 | + 1 | half, at least 1 |
 * | open: up to `maxInFlightPerEndpoint` | + 1 if at least half of the window is in use | half, at least `startInFlight`, once for all attempts in flight together | unchanged | half, at least 1 |
 *
 * A claim that finds the endpoint recovering reduces the size to `recovering`. The owner's `limit` applies in addition.
 *
 * The demand determines when another claim is worthwhile:
 *
 * | Demand | Meaning | Next |
 * |---|---|---|
 * | none | the last claim left nothing | backlog, by a claim that leaves due deliveries, or that starts while the window is full and skips the endpoint |
 * | backlog | more may be due: a free slot is worth a claim | none, by a claim that leaves nothing; rate-limited, by a claim that only the rate limits |
 * | rate-limited | due deliveries wait until `rateFreeMs` | backlog or none, by a claim after that time |
 */
export class EndpointWindow {
  readonly #rules: WindowRules;
  #size: number;
  /** The owner's limit at the last claim. */
  #limit = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  #hasBacklog = false;
  /** When the owner's rate allows the next attempt, on the clock of `performance.now()`. Null if none is waiting for it. */
  #rateFreeMs: number | null = null;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** Number of responses until a slow one may halve the size again. */
  #untilHalving = 0;

  constructor(rules: WindowRules) {
    this.#rules = rules;
    this.#size = rules.startInFlight;
  }

  get size(): number {
    return this.#size;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Maximum number of attempts in flight. */
  get slots(): number {
    return Math.min(this.#size, this.#limit);
  }

  get freeSlots(): number {
    return Math.max(0, this.slots - this.#inFlight);
  }

  get hasBacklog(): boolean {
    return this.#hasBacklog;
  }

  claimed({ claimed, limit, recovering, backlog, rateWaitMs }: Omit<EndpointReport, 'endpointId'>): void {
    this.#inFlight += claimed;
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
    if (recovering !== null) this.#size = Math.min(this.#size, recovering);
    this.#hasBacklog = backlog && rateWaitMs === null;
    this.#rateFreeMs = rateWaitMs === null ? null : performance.now() + rateWaitMs;
  }

  answered({ delivered, responseMs }: WindowResponse): void {
    if (delivered === true) this.#succeeded(responseMs);
    else if (delivered === false) this.#size = Math.max(1, Math.floor(this.#size / 2));
    this.#inFlight -= 1;
  }

  #succeeded(responseMs: number): void {
    const { startInFlight, maxInFlightPerEndpoint, quickMs, quickFactor, slowMs, slowFactor } = this.#rules;
    this.#quickestMs = Math.min(responseMs, this.#quickestMs * (1 + forgetting));
    this.#untilHalving -= 1;
    const isQuick = responseMs <= Math.min(slowMs, Math.max(quickMs, quickFactor * this.#quickestMs));
    const isSlow = responseMs > Math.max(slowMs, slowFactor * this.#quickestMs);
    if (this.#size < startInFlight) {
      this.#size += 1;
    } else if (isQuick) {
      if (2 * this.#inFlight >= this.#size) this.#size = Math.min(maxInFlightPerEndpoint, this.#size + 1);
    } else if (isSlow && this.#untilHalving <= 0) {
      this.#size = Math.min(this.#size, Math.max(startInFlight, Math.floor(this.#size / 2)));
      this.#untilHalving = this.#size;
    }
  }

  /** A claim skips this endpoint if its window is full: assumes a backlog then. Returns whether it is full. */
  assumeBacklogIfFull(): boolean {
    if (this.freeSlots > 0) return false;
    this.#hasBacklog = true;
    return true;
  }

  clearBacklog(): void {
    this.#hasBacklog = false;
  }

  /**
   * When the rate allows the next attempt; null if none is waiting for it. A claim that started after that time has taken what was
   * waiting, so the time is cleared.
   */
  rateFreeAfterClaim(claimStartedMs: number): number | null {
    if (this.#rateFreeMs !== null && this.#rateFreeMs <= claimStartedMs) this.#rateFreeMs = null;
    return this.#rateFreeMs;
  }
}
