import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DeliveryRules } from '../../rules.ts';
import type { AttemptMetrics } from '../attempt-metrics.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { recordAttempts } from './record-attempts.ts';
import type { NewNotice } from './record-health.ts';

/** Minimum interval between batches of a company: a result alone is recorded at once, many are gathered. */
const intervalMs = 10;
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
  nextBatchMs: number;
  /** A batch will be taken from it. */
  isScheduled: boolean;
}

/**
 * Records results, those of a company that come together in one batch. While the database is away it tries again until the lease
 * has lapsed: after that another process sends the event once more.
 */
export function createRecordQueue({ database, rules, logger, metrics }: RecordQueueOptions): RecordQueue {
  const companies = new Map<string, Waiting>();
  const limited = limitConcurrency(batchesAtOnce);

  function schedule(companyId: string, waiting: Waiting): void {
    if (waiting.isScheduled) return;
    waiting.isScheduled = true;
    const waitMs = waiting.nextBatchMs - performance.now();
    if (waitMs > 0) setTimeout(() => void recordNext(companyId, waiting), waitMs);
    else setImmediate(() => void recordNext(companyId, waiting));
  }

  async function recordNext(companyId: string, waiting: Waiting): Promise<void> {
    await limited(async () => {
      waiting.isScheduled = false;
      waiting.nextBatchMs = performance.now() + intervalMs;
      const entries = waiting.entries.splice(0, batchSize);
      if (waiting.entries.length > 0) schedule(companyId, waiting);
      await recordBatch(
        companyId,
        entries.map(({ result }) => result),
      );
      for (const { done } of entries) done();
    });
    const isIdle = !waiting.isScheduled && waiting.nextBatchMs < performance.now();
    if (isIdle && companies.get(companyId) === waiting) companies.delete(companyId);
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
        waiting = { entries: [], nextBatchMs: 0, isScheduled: false };
        companies.set(companyId, waiting);
      }
      waiting.entries.push({ result, done: resolve });
      schedule(companyId, waiting);
      return promise;
    },
  };
}

/** SQLSTATE classes 22 and 23: data exception, constraint violation. Trying the same again does not help. */
function isAboutValues(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code);
}
