import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DeliveryRules } from '../../rules.ts';
import type { AttemptMetrics } from '../attempt-metrics.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { isPlain, recordAttempts } from './record-attempts.ts';
import type { NewNotice } from './record-health.ts';

/**
 * Minimum intervals between batches of a company: a result alone is recorded at once, others are gathered. For less time when so
 * many wait, and for what the next attempts at the endpoint depend on.
 */
const intervalMs = 25;
const hurriedIntervalMs = 10;
const worthHurrying = 50;
const batchSize = 250;
const retryMs = 250;

/** Batches recorded at once, each on a connection of the pool. */
export const batchesAtOnce = 3;

export interface RecordQueue {
  /** Resolves when the attempt is recorded, or cannot be any more. */
  record(result: AttemptResult): Promise<void>;
}

export interface RecordQueueOptions {
  database: Kysely<Tables>;
  rules: DeliveryRules;
  logger: Logger;
  metrics: Pick<AttemptMetrics, 'recorded'>;
}

interface Entry {
  result: AttemptResult;
  done: () => void;
}

/** Results of a company that are not being recorded yet. */
interface Waiting {
  entries: Entry[];
  /** One of them decides on the next attempts at its endpoint. */
  isUrgent: boolean;
  lastBatchMs: number;
  /** The next batch, until it is taken from the entries. */
  planned: { isHurried: boolean; timer: NodeJS.Timeout } | undefined;
}

/**
 * Records results, those of a company that come together in one batch. While the database is away it tries again until the lease
 * has lapsed: after that another process sends the event once more.
 */
export function createRecordQueue({ database, rules, logger, metrics }: RecordQueueOptions): RecordQueue {
  const companies = new Map<string, Waiting>();
  const limited = limitConcurrency(batchesAtOnce);

  /** Plans the next batch, or has it earlier than planned. */
  function plan(companyId: string, waiting: Waiting): void {
    const { entries, isUrgent, lastBatchMs, planned } = waiting;
    const isHurried = isUrgent || entries.length >= worthHurrying;
    if (planned && (planned.isHurried || !isHurried)) return;
    clearTimeout(planned?.timer);
    const waitMs = lastBatchMs + (isHurried ? hurriedIntervalMs : intervalMs) - performance.now();
    const timer = setTimeout(() => void recordNext(companyId, waiting), Math.max(0, waitMs));
    waiting.planned = { isHurried, timer };
  }

  async function recordNext(companyId: string, waiting: Waiting): Promise<void> {
    // It may wait for its turn, and is not planned anew meanwhile.
    if (waiting.planned) waiting.planned.isHurried = true;
    await limited(async () => {
      waiting.planned = undefined;
      waiting.lastBatchMs = performance.now();
      const entries = waiting.entries.splice(0, batchSize);
      waiting.isUrgent = waiting.entries.some(({ result }) => !isPlain(result));
      if (waiting.entries.length > 0) plan(companyId, waiting);
      await recordBatch(
        companyId,
        entries.map(({ result }) => result),
      );
      for (const { done } of entries) done();
    });
    setTimeout(() => forgetIdle(companyId), intervalMs).unref();
  }

  /** What is left of a company without results is when its last batch began, which soon does not matter any more. */
  function forgetIdle(companyId: string): void {
    const waiting = companies.get(companyId);
    if (waiting?.entries.length === 0 && performance.now() - waiting.lastBatchMs >= intervalMs)
      companies.delete(companyId);
  }

  async function recordBatch(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const oldestClaim = Math.min(...results.map(({ claim }) => claim.claimedAt.monotonicMs));
    for (;;) {
      const begun = performance.now();
      try {
        const report = await recordAttempts(database, { companyId, results, rules });
        metrics.recorded(results, report, (performance.now() - begun) / 1000);
        for (const notice of report.notices) logNotice(companyId, notice);
        return;
      } catch (error) {
        logger.error({ err: error, companyId, attempts: results.length }, 'webhook attempts not recorded');
        if (isAboutValues(error)) return recordApart(companyId, results);
        if (performance.now() - oldestClaim > rules.leaseMs) return;
        await delay(retryMs);
      }
    }
  }

  /** One of them holds something that the database does not take: it must not keep the others from being recorded. */
  async function recordApart(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const [first] = results;
    if (results.length > 1) {
      for (const result of results) await recordBatch(companyId, [result]);
    } else if (first?.answer) {
      await recordBatch(companyId, [{ ...first, answer: null }]);
    }
  }

  function logNotice(companyId: string, notice: NewNotice): void {
    const text =
      notice.kind === 'disabled'
        ? 'webhook endpoint disabled after too many failed attempts in a row'
        : 'webhook endpoint fails again and again';
    logger.warn({ companyId, ...notice }, text);
  }

  return {
    record(result) {
      const { companyId } = result.claim;
      const { promise, resolve } = Promise.withResolvers<void>();
      let waiting = companies.get(companyId);
      if (!waiting) {
        waiting = { entries: [], isUrgent: false, lastBatchMs: Number.NEGATIVE_INFINITY, planned: undefined };
        companies.set(companyId, waiting);
      }
      waiting.entries.push({ result, done: resolve });
      waiting.isUrgent ||= !isPlain(result);
      plan(companyId, waiting);
      return promise;
    },
  };
}

/** SQLSTATE classes 22 and 23: data exception, constraint violation. Trying the same again does not help. */
function isAboutValues(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code);
}
