import type { Capacity } from '../capacity/capacity.ts';
import type { EndpointWindow } from '../capacity/endpoint-window.ts';
import { createClaimSpacing } from './claim-spacing.ts';
import { createDelayQueue } from './delay-queue.ts';

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

export interface NextClaim {
  companyId: string;
  /** Maximum number of deliveries. */
  limit: number;
  /** Whether the company is scheduled only because another process may have locked its due deliveries. */
  isDoubtful: boolean;
}

/**
 * Decides which company claims next. The states of a company:
 *
 * | State | Next state |
 * |---|---|
 * | idle | scheduled, after a wake-up or a poll, or when an endpoint with a backlog has a free slot |
 * | scheduled, now or after a wait (spacing of claims, rate, gathering of slots, nothing found, failed claim) | claiming, unless too many are; starved, if no slot is free |
 * | claiming | scheduled, if another claim is worthwhile, the company was woken meanwhile, or nothing was found; otherwise idle |
 * | starved: all slots of the process, or those that the company may use, are acquired | scheduled, when slots are released |
 */
export interface ClaimSchedule {
  /** @param ready called when `next` may return a company */
  start(ready: () => void): void;
  /** Cancels all waits. From then on, `next` returns no company. */
  stop(): void;
  isRunning(): boolean;
  /** Call when the company may have due deliveries. */
  wake(companyId: string): void;
  /** Call with the companies that a poll has found. */
  found(companyIds: readonly string[]): void;
  /** Call when slots are released, with the window of their endpoint. */
  slotReleased(companyId: string, window: EndpointWindow): void;
  /** Returns the next company to claim for, which counts as claiming until `ended` is called. */
  next(): NextClaim | undefined;
  /** Whether no company is claiming or ready to claim. */
  isIdle(): boolean;
  /** Call after a claim that started at the given time, on the clock of `performance.now()`. */
  claimed(companyId: string, deliveries: number, startedMs: number): void;
  /** Schedules another claim of the company. */
  add(companyId: string): void;
  addLater(companyId: string, milliseconds: number): void;
  /** Schedules another claim after one that found nothing. */
  addDoubtful(companyId: string): void;
  /** Call when the claim has ended. */
  ended(companyId: string): void;
}

export function createClaimSchedule(capacity: Capacity): ClaimSchedule {
  let running = false;
  let ready = () => {};
  const queue = createDelayQueue(() => ready());
  const spacing = createClaimSpacing();
  const claiming = new Set<string>();
  /** Companies that were woken during their claim. */
  const woken = new Set<string>();
  const starved = new Set<string>();
  const doubtful = new Set<string>();

  /** Shares the free slots with companies that are scheduled, or woken during this claim. */
  function slotsFor(companyId: string): number {
    const shares = Math.max(queue.size() + 1, minShares - claiming.size);
    const wanted = Math.max(slotsOfUnknown, capacity.freeInWindows(companyId));
    return Math.min(Math.ceil(capacity.free() / shares), capacity.freeFor(companyId), wanted);
  }

  function wake(companyId: string): void {
    if (!running) return;
    if (claiming.has(companyId)) {
      woken.add(companyId);
      return;
    }
    doubtful.delete(companyId);
    const waitMs = spacing.waitMs(companyId);
    if (waitMs > 0) {
      queue.addLater(companyId, waitMs);
      return;
    }
    queue.add(companyId);
    ready();
  }

  function addLater(companyId: string, milliseconds: number): void {
    if (running) queue.addLater(companyId, milliseconds);
  }

  /** Schedules the starved companies that may acquire slots again. Slots released by one company raise the limits of all. */
  function scheduleStarved(): void {
    for (const companyId of starved) {
      if (capacity.freeFor(companyId) <= 0) continue;
      starved.delete(companyId);
      queue.add(companyId);
    }
  }

  return {
    start(onReady) {
      running = true;
      ready = onReady;
    },
    stop() {
      running = false;
      queue.cancelWaits();
    },
    isRunning: () => running,
    wake,
    found(companyIds) {
      for (const companyId of companyIds) queue.add(companyId);
      ready();
    },
    slotReleased(companyId, window) {
      if (!running) return;
      scheduleStarved();
      if (window.hasBacklog && window.freeSlots > 0) {
        if (window.freeSlots >= Math.min(slotsWorthClaiming, window.slots / 2)) queue.add(companyId);
        else queue.addLater(companyId, gatherMs);
      }
      if (queue.size() > 0) ready();
    },
    next() {
      while (running && claiming.size < maxConcurrentClaims && capacity.free() > 0) {
        const companyId = queue.take((scheduled) => !claiming.has(scheduled));
        if (companyId === undefined) return undefined;
        const limit = slotsFor(companyId);
        if (limit <= 0) {
          starved.add(companyId);
          continue;
        }
        starved.delete(companyId);
        claiming.add(companyId);
        return { companyId, limit, isDoubtful: doubtful.delete(companyId) };
      }
      return undefined;
    },
    isIdle: () => queue.size() === 0 && claiming.size === 0,
    claimed: spacing.claimed,
    add: queue.add,
    addLater,
    addDoubtful(companyId) {
      if (!running || queue.has(companyId)) return;
      doubtful.add(companyId);
      queue.addLater(companyId, lockedMs);
    },
    ended(companyId) {
      claiming.delete(companyId);
      if (woken.delete(companyId)) wake(companyId);
      scheduleStarved();
      ready();
    },
  };
}
