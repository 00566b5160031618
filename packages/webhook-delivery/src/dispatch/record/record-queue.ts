import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DeliveryRules } from '../../rules.ts';
import type { AttemptMetrics } from '../attempt-metrics.ts';
import { createTurns } from '../limit-concurrency.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { finishAttempts } from './record-attempts.ts';
import type { NewNotice } from './record-health.ts';

const gatherMs = 20;
const batchSize = 100;
const retryMs = 250;

/** Batches recorded at once, each on a connection of the pool. */
export const batchesAtOnce = 3;

export interface Finisher {
  /** Resolves when the attempt is recorded, or cannot be any more. */
  record(result: AttemptResult): Promise<void>;
}

export interface FinisherOptions {
  database: Kysely<Tables>;
  rules: DeliveryRules;
  logger: Logger;
  metrics: Pick<AttemptMetrics, 'recorded'>;
}

interface Entry {
  result: AttemptResult;
  done: () => void;
}

/**
 * Gathers results for a moment and records those of a company in one transaction. While the database is away it
 * tries again until the lease has lapsed: after that another process sends the event once more.
 */
export function createFinisher({ database, rules, logger, metrics }: FinisherOptions): Finisher {
  const gathering = new Map<string, Entry[]>();
  const inTurn = createTurns(batchesAtOnce);

  async function flush(companyId: string): Promise<void> {
    await inTurn(async () => {
      const entries = gathering.get(companyId)?.splice(0, batchSize) ?? [];
      if (entries.length === 0) return;
      await recordBatch(
        companyId,
        entries.map(({ result }) => result),
      );
      for (const { done } of entries) done();
    });
    const left = gathering.get(companyId)?.length ?? 0;
    if (left > 0) await flush(companyId);
    else gathering.delete(companyId);
  }

  async function recordBatch(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const oldestClaim = Math.min(...results.map(({ claim }) => claim.claimedAt.monotonicMs));
    for (;;) {
      const begun = performance.now();
      try {
        const report = await finishAttempts(database, { companyId, results, rules });
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
      const entries = gathering.get(companyId);
      if (entries) {
        entries.push({ result, done: resolve });
      } else {
        gathering.set(companyId, [{ result, done: resolve }]);
        setTimeout(() => void flush(companyId), gatherMs);
      }
      return promise;
    },
  };
}

/** SQLSTATE classes 22 and 23: data exception, constraint violation. Trying the same again does not help. */
function isAboutValues(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code);
}
