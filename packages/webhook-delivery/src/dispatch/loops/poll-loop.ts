import type { DeliveryRules } from '../../queue/rules.ts';

/** Maximum number of companies found by a poll. */
const batchSize = 20;

/**
 * After a poll, the loop pauses for at least this multiple of the duration of the poll, which bounds the load with any number of
 * endpoints.
 */
const restFactor = 5;

/** Milliseconds until the next poll if another process has locked the deliveries found. */
const lockedMs = 100;

/** Polls for companies with due deliveries; a safety net for missed notifications. */
export interface PollLoop {
  start(): void;
  /** Polls immediately. */
  poll(): void;
  /** Call after a claim, with the number of claimed deliveries. */
  claimed(companyId: string, deliveries: number): void;
  /** Call when no company is left to claim for. */
  drained(): void;
  stop(): Promise<void>;
}

export interface PollLoopOptions {
  /** Returns up to `limit` companies with due deliveries. */
  dueCompanies: (limit: number) => Promise<string[]>;
  rules: Pick<DeliveryRules, 'pollMs'>;
  /** Called with the result of each poll. */
  found: (companyIds: readonly string[]) => void;
  failed: (error: unknown) => void;
}

export function createPollLoop({
  dueCompanies,
  rules: { pollMs },
  found,
  failed,
}: PollLoopOptions): PollLoop {
  /** Companies that the last poll found and whose deliveries have not been claimed yet. */
  const companies = new Set<string>();
  let running = false;
  let polling: Promise<void> | undefined;
  /** Whether another poll was requested during this one. */
  let again = false;
  /** Whether the last poll reached its batch size. */
  let more = false;
  /** Whether deliveries of a company that the last poll found have been claimed. */
  let progress = false;
  let timer: NodeJS.Timeout | undefined;
  let nextMs = 0;
  let restMs = 0;

  function plan(milliseconds: number): void {
    if (!running) return;
    clearTimeout(timer);
    nextMs = performance.now() + milliseconds;
    timer = setTimeout(poll, milliseconds);
  }

  function poll(): void {
    if (!running) return;
    again = polling !== undefined;
    polling ??= findDue().finally(() => {
      polling = undefined;
      if (again) poll();
    });
  }

  async function findDue(): Promise<void> {
    const begun = performance.now();
    try {
      const due = await dueCompanies(batchSize);
      more = due.length === batchSize;
      progress = false;
      companies.clear();
      for (const companyId of due) companies.add(companyId);
      restMs = restFactor * (performance.now() - begun);
      plan(Math.max(pollMs, restMs));
      found(due);
    } catch (error) {
      failed(error);
      plan(pollMs);
    }
  }

  return {
    start() {
      running = true;
      poll();
    },
    poll,
    claimed(companyId, deliveries) {
      if (!companies.delete(companyId)) return;
      if (deliveries > 0) progress = true;
      else {
        const waitMs = Math.max(lockedMs, restMs);
        if (nextMs - performance.now() > waitMs) plan(waitMs);
      }
    },
    drained() {
      if (!more || !progress || polling) return;
      more = false;
      poll();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await polling;
    },
  };
}
