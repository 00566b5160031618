import type { FairSlots } from '@pv-planning/fair-slots';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { EndpointWindow } from '../capacity/endpoint-window.ts';
import type { EndpointWindows } from '../capacity/endpoint-windows.ts';
import type { Claim, ClaimedWork, ClaimOrder } from '../claim/claim.ts';
import { createClaimSpacing } from './claim-spacing.ts';
import { createCompanySchedule } from './company-schedule.ts';
import type { PollLoop } from './poll-loop.ts';

/** Maximum number of companies whose deliveries are claimed concurrently. */
const maxConcurrentClaims = 50;

/** A claim leaves slots for this number of companies in all, even if fewer are scheduled. */
const minShares = 3;

/** A claim acquires no more slots than this, or than the windows of the company have free, so that many companies can claim at once. */
const slotsOfUnknown = 32;

/**
 * A claim for an endpoint with a backlog starts immediately when this number, or half, of its slots are free; otherwise after
 * `gatherMs`, so that one claim fills several slots.
 */
const slotsWorthClaiming = 32;
const gatherMs = 5;

/** Milliseconds after a claim that found nothing until another one, if another process had locked the due deliveries. */
const lockedMs = 100;

/**
 * Claims due deliveries company by company and passes them on to be sent. The states of a company:
 *
 * | State | Next state |
 * |---|---|
 * | idle | scheduled, after a wake-up or a poll, or when an endpoint with a backlog has a free slot |
 * | scheduled, now or after a wait (spacing of claims, rate, gathering of slots, nothing found, failed claim) | claiming, unless too many are; starved, if no slot is free |
 * | claiming | scheduled, if another claim is worthwhile, the company was woken meanwhile, or nothing was found; otherwise idle |
 * | starved: all slots of the process, or those that the company may use, are acquired | scheduled, when slots are released |
 */
export interface ClaimLoop {
  start(): void;
  /** Call when the company may have due deliveries. */
  wake(companyId: string): void;
  /** Call with the companies that a poll has found. */
  found(companyIds: readonly string[]): void;
  /** Call when an attempt has ended and its slots are released, with the window of its endpoint. */
  slotReleased(companyId: string, window: EndpointWindow): void;
  /** Waits for running claims, whose deliveries are released. */
  stop(): Promise<void>;
}

export interface ClaimLoopOptions {
  claim: (order: Pick<ClaimOrder, 'companyId' | 'limit' | 'slots'>) => Promise<ClaimedWork>;
  releaseLeases: (companyId: string, claims: readonly Claim[]) => void;
  /** Whether the company has due deliveries of endpoints other than `full`. */
  isDue: (companyId: string, full: readonly string[]) => Promise<boolean>;
  send: (claim: Claim) => void;
  poll: Pick<PollLoop, 'claimed' | 'drained'>;
  windows: EndpointWindows;
  slots: FairSlots;
  rules: Pick<DeliveryRules, 'pollMs'>;
  /** Called after each claim, with its duration. */
  claimed: (work: ClaimedWork, seconds: number) => void;
  failed: (companyId: string, error: unknown) => void;
}

export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { poll, windows, slots, rules } = options;
  const schedule = createCompanySchedule(claimNext);
  const spacing = createClaimSpacing();
  const claiming = new Map<string, Promise<void>>();
  /** Companies that were woken during their claim. */
  const woken = new Set<string>();
  const starved = new Set<string>();
  /** Companies scheduled only because another process may have locked their due deliveries. */
  const possiblyLocked = new Set<string>();
  let running = false;

  /** Claims for scheduled companies while connections and slots are free. */
  function claimNext(): void {
    while (running && claiming.size < maxConcurrentClaims && slots.free() > 0) {
      const companyId = schedule.next((scheduled) => !claiming.has(scheduled));
      if (companyId === undefined) break;
      const limit = slotsFor(companyId);
      if (limit <= 0) {
        starved.add(companyId);
        continue;
      }
      starved.delete(companyId);
      windows.markFull(companyId);
      slots.reserve(companyId, limit);
      const claim = claimAndSend(companyId, limit).then(() => {
        claiming.delete(companyId);
        if (woken.delete(companyId)) wake(companyId);
        scheduleStarved();
        claimNext();
      });
      claiming.set(companyId, claim);
    }
    if (schedule.size() === 0 && claiming.size === 0) poll.drained();
  }

  /** Shares the free slots with companies that are scheduled, or woken during this claim. */
  function slotsFor(companyId: string): number {
    const shares = Math.max(schedule.size() + 1, minShares - claiming.size);
    const wanted = Math.max(slotsOfUnknown, windows.freeSlots(companyId));
    return Math.min(Math.ceil(slots.free() / shares), slots.freeFor(companyId), wanted);
  }

  async function claimAndSend(companyId: string, limit: number): Promise<void> {
    let sent = 0;
    try {
      if (possiblyLocked.delete(companyId) && !(await isDue(companyId))) return;
      const startedMs = performance.now();
      const work = await options.claim({ companyId, limit, slots: windows.slotsOf(companyId) });
      options.claimed(work, (performance.now() - startedMs) / 1000);
      if (!running) {
        options.releaseLeases(companyId, work.claims);
        return;
      }
      sent = work.claims.length;
      spacing.claimed(companyId, sent, startedMs);
      poll.claimed(companyId, sent);
      scheduleNextClaim(companyId, work, startedMs);
      for (const claim of work.claims) options.send(claim);
      if (work.failure) retryLater(companyId, work.failure);
      else if (work.endpoints.length === 0) await foundNothing(companyId);
    } catch (error) {
      retryLater(companyId, error);
    } finally {
      slots.releaseReserved(companyId, limit - sent);
    }
  }

  function retryLater(companyId: string, error: unknown): void {
    options.failed(companyId, error);
    if (running) schedule.addLater(companyId, rules.pollMs);
  }

  /** Updates the windows and schedules the next claim. */
  function scheduleNextClaim(companyId: string, { endpoints, more }: ClaimedWork, startedMs: number): void {
    const isWorthAnother = windows.claimed(companyId, endpoints);
    if (more || isWorthAnother) schedule.add(companyId);
    const nextByRate = windows.nextByRate(companyId, startedMs);
    if (nextByRate !== null) schedule.addLater(companyId, Math.max(0, nextByRate - performance.now()));
  }

  /** Whether the company has due deliveries after all. If not, clears the assumed backlog. */
  async function isDue(companyId: string): Promise<boolean> {
    const full = windows.markFull(companyId);
    const due = await options.isDue(companyId, full);
    if (!due) windows.clearBacklog(companyId, full);
    return due;
  }

  /** Another process may have locked the due deliveries, or may have claimed them. */
  async function foundNothing(companyId: string): Promise<void> {
    if (windows.expectsMore(companyId) && !(await isDue(companyId))) return;
    if (!running || schedule.has(companyId)) return;
    possiblyLocked.add(companyId);
    schedule.addLater(companyId, lockedMs);
  }

  function wake(companyId: string): void {
    if (!running) return;
    if (claiming.has(companyId)) {
      woken.add(companyId);
      return;
    }
    possiblyLocked.delete(companyId);
    const waitMs = spacing.waitMs(companyId);
    if (waitMs > 0) {
      schedule.addLater(companyId, waitMs);
      return;
    }
    schedule.add(companyId);
    claimNext();
  }

  /** Schedules the starved companies that may acquire slots again. Slots released by one company raise the limits of all. */
  function scheduleStarved(): void {
    for (const companyId of starved) {
      if (slots.freeFor(companyId) <= 0) continue;
      starved.delete(companyId);
      schedule.add(companyId);
    }
  }

  return {
    start() {
      running = true;
    },
    wake,
    found(companyIds) {
      for (const companyId of companyIds) schedule.add(companyId);
      claimNext();
    },
    slotReleased(companyId, window) {
      if (!running) return;
      scheduleStarved();
      if (window.hasBacklog && window.freeSlots > 0) {
        if (window.freeSlots >= Math.min(slotsWorthClaiming, window.slots / 2)) schedule.add(companyId);
        else schedule.addLater(companyId, gatherMs);
      }
      if (schedule.size() > 0) claimNext();
    },
    async stop() {
      running = false;
      schedule.stop();
      await Promise.all(claiming.values());
    },
  };
}
