import type { DeliveryRules } from '../../queue/rules.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { ClaimedWork, ClaimOrder } from '../claim/claim.ts';
import type { LeaseReleases } from '../claim/release-leases.ts';
import type { ClaimSchedule, NextClaim } from '../schedule/claim-schedule.ts';
import type { AttemptsInFlight } from './attempts-in-flight.ts';
import type { PollLoop } from './poll-loop.ts';

/** Claims due deliveries company by company, in the order of the schedule, and passes them on to be sent. */
export interface ClaimLoop {
  start(): void;
  /** Waits for running claims, whose deliveries are released. */
  stop(): Promise<void>;
}

export interface ClaimLoopOptions {
  schedule: ClaimSchedule;
  capacity: Capacity;
  claim: (order: Pick<ClaimOrder, 'companyId' | 'limit' | 'slots'>) => Promise<ClaimedWork>;
  /** Whether the company has due deliveries of endpoints other than `full`. */
  isDue: (companyId: string, full: readonly string[]) => Promise<boolean>;
  attempts: Pick<AttemptsInFlight, 'send'>;
  leaseReleases: Pick<LeaseReleases, 'releaseLeases'>;
  poll: Pick<PollLoop, 'claimed' | 'drained'>;
  rules: Pick<DeliveryRules, 'pollMs'>;
  /** Called after each claim, with its duration. */
  claimed: (work: ClaimedWork, seconds: number) => void;
  failed: (companyId: string, error: unknown) => void;
}

export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { schedule, capacity, attempts, leaseReleases, poll, rules } = options;
  const claiming = new Set<Promise<void>>();

  /** Claims for scheduled companies while connections and slots are free. */
  function claimNext(): void {
    for (let next = schedule.next(); next; next = schedule.next()) {
      const { companyId, limit } = next;
      capacity.markFull(companyId);
      capacity.reserve(companyId, limit);
      const claim = claimAndSend(next).then(() => {
        claiming.delete(claim);
        schedule.ended(companyId);
      });
      claiming.add(claim);
    }
    if (schedule.isIdle()) poll.drained();
  }

  async function claimAndSend({ companyId, limit, isDoubtful }: NextClaim): Promise<void> {
    let sent = 0;
    try {
      if (isDoubtful && !(await isDue(companyId))) return;
      const startedMs = performance.now();
      const work = await options.claim({ companyId, limit, slots: capacity.slotsOf(companyId) });
      options.claimed(work, (performance.now() - startedMs) / 1000);
      if (!schedule.isRunning()) {
        leaseReleases.releaseLeases(companyId, work.claims);
        return;
      }
      sent = work.claims.length;
      schedule.claimed(companyId, sent, startedMs);
      poll.claimed(companyId, sent);
      scheduleNextClaim(companyId, work, startedMs);
      for (const claim of work.claims) attempts.send(claim);
      if (work.failure) retryLater(companyId, work.failure);
      else if (work.endpoints.length === 0) await foundNothing(companyId);
    } catch (error) {
      retryLater(companyId, error);
    } finally {
      capacity.release(companyId, limit - sent);
    }
  }

  function retryLater(companyId: string, error: unknown): void {
    options.failed(companyId, error);
    schedule.addLater(companyId, rules.pollMs);
  }

  /** Updates the windows and schedules the next claim. */
  function scheduleNextClaim(companyId: string, { endpoints, more }: ClaimedWork, startedMs: number): void {
    const isWorthAnother = capacity.claimed(companyId, endpoints);
    if (more || isWorthAnother) schedule.add(companyId);
    const nextByRate = capacity.nextByRate(companyId, startedMs);
    if (nextByRate !== null) schedule.addLater(companyId, Math.max(0, nextByRate - performance.now()));
  }

  /** Whether the company has due deliveries after all. If not, clears the assumed backlog. */
  async function isDue(companyId: string): Promise<boolean> {
    const full = capacity.markFull(companyId);
    const due = await options.isDue(companyId, full);
    if (!due) capacity.clearBacklog(companyId, full);
    return due;
  }

  /** Another process may have locked the due deliveries, or may have claimed them. */
  async function foundNothing(companyId: string): Promise<void> {
    if (capacity.expectsMore(companyId) && !(await isDue(companyId))) return;
    schedule.addDoubtful(companyId);
  }

  return {
    start: () => schedule.start(claimNext),
    async stop() {
      schedule.stop();
      await Promise.all(claiming);
    },
  };
}
