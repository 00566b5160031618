import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DeliveryRules } from '../rules.ts';
import type { AttemptResult } from './attempt.ts';
import { finishAttempts } from './finish.ts';

const gatherMs = 20;
const batchSize = 100;
const retryMs = 250;

export interface Finisher {
  /** Resolves when the attempt is recorded, or cannot be any more. */
  record(result: AttemptResult): Promise<void>;
}

interface Entry {
  result: AttemptResult;
  done: () => void;
}

/**
 * Gathers results for a moment and records those of a company in one transaction. While the database is away it
 * tries again until the lease has lapsed: after that another process sends the event once more.
 */
export function createFinisher({
  database,
  rules,
  logger,
}: {
  database: Kysely<Tables>;
  rules: DeliveryRules;
  logger: Logger;
}): Finisher {
  const gathering = new Map<string, Entry[]>();

  async function flush(companyId: string): Promise<void> {
    const entries = gathering.get(companyId);
    if (!entries) return;
    gathering.delete(companyId);
    await recordBatch(
      companyId,
      entries.map(({ result }) => result),
    );
    for (const { done } of entries) done();
  }

  async function recordBatch(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const oldestClaim = Math.min(...results.map(({ claim }) => claim.claimedAt.monotonicMs));
    for (;;) {
      try {
        const { disabled } = await finishAttempts(database, { companyId, results, rules });
        for (const endpointId of disabled) {
          logger.warn(
            { companyId, endpointId },
            'webhook endpoint disabled after too many failed attempts in a row',
          );
        }
        return;
      } catch (error) {
        logger.error({ err: error, companyId, attempts: results.length }, 'webhook attempts not recorded');
        if (performance.now() - oldestClaim > rules.leaseMs) return;
        await delay(retryMs);
      }
    }
  }

  return {
    record(result) {
      const { companyId } = result.claim;
      const { promise, resolve } = Promise.withResolvers<void>();
      const entries = gathering.get(companyId);
      if (!entries) {
        gathering.set(companyId, [{ result, done: resolve }]);
        setTimeout(() => void flush(companyId), gatherMs);
      } else if (entries.push({ result, done: resolve }) >= batchSize) {
        void flush(companyId);
      }
      return promise;
    },
  };
}
