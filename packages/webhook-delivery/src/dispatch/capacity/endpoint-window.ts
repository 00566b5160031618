import type { DeliveryRules } from '../../queue/rules.ts';
import type { EndpointReport } from '../claim/claim.ts';

export type WindowRules = Pick<
  DeliveryRules,
  'startInFlight' | 'maxInFlightPerEndpoint' | 'quickMs' | 'quickFactor' | 'slowMs' | 'slowFactor'
>;

/** The outcome of an attempt. */
export interface WindowResponse {
  /** Null if the result does not depend on the endpoint, for example after an internal error. */
  delivered: boolean | null;
  /** From the request to the headers of the response. */
  responseMs: number;
}

/**
 * Fraction by which the recorded quickest response time increases with each further response, so that old responses are gradually
 * forgotten.
 */
const forgetting = 0.01;

/**
 * Limits the attempts that one dispatcher has in flight to one endpoint, like a congestion window.
 *
 * The size starts at `startInFlight`. Claims report the health of the endpoint. Each response, and each wait for a slow response,
 * changes the size:
 *
 * | Size | Quick success | Other success | Failure | Slow: while the oldest attempt takes long |
 * |---|---|---|---|---|
 * | recovering: below `startInFlight` | + 1 | + 1 | half, at least 1 | unchanged |
 * | open: up to `maxInFlightPerEndpoint` | + 1 if at least half of the window is in use | unchanged | half, at least 1 | half, at least `startInFlight`, after each `slowMs` or `slowFactor` times the quickest response, whichever is longer |
 *
 * A claim that finds the endpoint recovering reduces the size to `recovering`. The owner's `limit` applies in addition.
 *
 * The demand determines when another claim is worthwhile:
 *
 * | Demand | Meaning | Next |
 * |---|---|---|
 * | none | the last claim left nothing | backlog, after a claim that leaves due deliveries, or one that starts while the window is full and skips the endpoint |
 * | backlog | more may be due: a free slot is worth a claim | none, after a claim that leaves nothing; rate-limited, after a claim that only the rate limits |
 * | rate-limited | due deliveries wait until `rateFreeMs` | backlog or none, after the next claim from that time on |
 */
export class EndpointWindow {
  readonly #rules: WindowRules;
  #size: number;
  /** The owner's limit at the last claim. */
  #limit = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  #hasBacklog = false;
  /**
   * When the owner's rate allows the next attempt, on the clock of `performance.now()`. Null if no delivery is waiting for that
   * time.
   */
  #rateFreeMs: number | null = null;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** When the attempts in flight began, by their ids; the oldest first. */
  readonly #begins = new Map<string, number>();
  /** Time at which a slow attempt last halved the size. */
  #halvedMs = Number.NEGATIVE_INFINITY;

  constructor(rules: WindowRules) {
    this.#rules = rules;
    this.#size = rules.startInFlight;
  }

  get size(): number {
    this.#halveIfSlow();
    return this.#size;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Number of attempts that have begun; `inFlight` also contains reserved slots. */
  get attempts(): number {
    return this.#begins.size;
  }

  /** Maximum number of attempts in flight. */
  get slots(): number {
    return Math.min(this.size, this.#limit);
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

  /**
   * Reserves a slot for a delivery that is not queued yet. Returns false if other deliveries are waiting or the owner limits the
   * endpoint.
   */
  reserve(): boolean {
    const isLimited = this.#rateFreeMs !== null || this.#limit !== Number.POSITIVE_INFINITY;
    if (this.#hasBacklog || isLimited || this.freeSlots === 0) return false;
    this.#inFlight += 1;
    return true;
  }

  cancelReservation(): void {
    this.#inFlight -= 1;
  }

  began(attempt: string): void {
    this.#begins.set(attempt, performance.now());
  }

  answered(attempt: string, { delivered, responseMs }: WindowResponse): void {
    this.#halveIfSlow();
    this.#begins.delete(attempt);
    if (delivered === true) this.#succeeded(responseMs);
    else if (delivered === false) this.#size = Math.max(1, Math.floor(this.#size / 2));
    this.#inFlight -= 1;
  }

  #succeeded(responseMs: number): void {
    const { startInFlight, maxInFlightPerEndpoint, quickMs, quickFactor, slowMs } = this.#rules;
    this.#quickestMs = Math.min(responseMs, this.#quickestMs * (1 + forgetting));
    const isQuick = responseMs <= Math.min(slowMs, Math.max(quickMs, quickFactor * this.#quickestMs));
    if (this.#size < startInFlight) {
      this.#size += 1;
    } else if (isQuick && 2 * this.#inFlight >= this.#size) {
      this.#size = Math.min(maxInFlightPerEndpoint, this.#size + 1);
    }
  }

  /** Halves the size before the slow responses arrive, because the window could fill up before then. */
  #halveIfSlow(): void {
    const { startInFlight, slowMs, slowFactor } = this.#rules;
    const [oldestMs] = this.#begins.values();
    if (oldestMs === undefined) return;
    const slowAfterMs = Math.max(slowMs, slowFactor * this.#quickestMs);
    const nextMs = () => Math.max(oldestMs, this.#halvedMs) + slowAfterMs;
    while (this.#size > startInFlight && nextMs() < performance.now()) {
      this.#halvedMs = nextMs();
      this.#size = Math.max(startInFlight, Math.floor(this.#size / 2));
    }
  }

  /** Assumes a backlog if the window is full, because claims then skip this endpoint. Returns whether the window is full. */
  assumeBacklogIfFull(): boolean {
    if (this.freeSlots > 0) return false;
    this.#hasBacklog = true;
    return true;
  }

  clearBacklog(): void {
    this.#hasBacklog = false;
  }

  /**
   * Returns when the rate allows the next attempt; null if no delivery is waiting for that time. A claim that started after that
   * time has taken the waiting deliveries, so the time is cleared.
   */
  rateFreeAfterClaim(claimStartedMs: number): number | null {
    if (this.#rateFreeMs !== null && this.#rateFreeMs <= claimStartedMs) this.#rateFreeMs = null;
    return this.#rateFreeMs;
  }
}
