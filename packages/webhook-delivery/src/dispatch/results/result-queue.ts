import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

import type { DeliveryRules } from '../../queue/rules.ts';
import type { StatementGroups } from '../../sql/statement-groups.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import type { NewNotice, OnNotice } from './save-health.ts';
import { isRoutine, type SaveReport, saveResults } from './save-results.ts';

/**
 * Minimum intervals between batches of a company. A single result is saved immediately; many results are batched. The urgent
 * interval applies to full batches and to results that the endpoint's next attempts depend on.
 */
const intervalMs = 25;
const urgentIntervalMs = 10;
const urgentFromResults = 50;
const batchSize = 250;
const retryMs = 250;

/** Maximum number of batches with failures that are saved concurrently, each on a connection of the pool. */
export const maxConcurrentBatches = 2;

/** Results of attempts that are waiting to be saved, in batches by company. */
export interface ResultQueue {
  /** Resolves when the result is saved, or when its lease has expired and it can no longer be saved. */
  save(result: AttemptResult): Promise<void>;
}

export interface ResultQueueOptions {
  database: Kysely<Tables>;
  groups: StatementGroups;
  rules: DeliveryRules;
  onNotice?: OnNotice | undefined;
  logger: Logger;
  /** Called after each batch. */
  saved: (results: readonly AttemptResult[], report: SaveReport, seconds: number) => void;
}

interface Entry {
  result: AttemptResult;
  done: () => void;
}

/** Results of a company that are not being saved yet. */
interface Waiting {
  entries: Entry[];
  /** Whether the next attempts at an endpoint depend on one of these results. */
  isUrgent: boolean;
  lastBatchMs: number;
  isSaving: boolean;
  /** The next batch, until its entries are taken. */
  planned: { isUrgent: boolean; timer: NodeJS.Timeout } | undefined;
}

/**
 * Saves results in batches by company. If the database is unavailable, retries until the lease has expired, after which another
 * process sends the event again.
 */
export function createResultQueue({
  database,
  groups,
  rules,
  onNotice,
  logger,
  saved,
}: ResultQueueOptions): ResultQueue {
  const companies = new Map<string, Waiting>();
  const limited = limitConcurrency(maxConcurrentBatches);

  /** Plans the next batch, or moves it forward. It waits for the one that is being saved. */
  function plan(companyId: string, waiting: Waiting): void {
    const { entries, lastBatchMs, planned, isSaving } = waiting;
    const isUrgent = waiting.isUrgent || entries.length >= urgentFromResults;
    if (isSaving || (planned && (planned.isUrgent || !isUrgent))) return;
    clearTimeout(planned?.timer);
    const waitMs = lastBatchMs + (isUrgent ? urgentIntervalMs : intervalMs) - performance.now();
    const timer = setTimeout(() => void saveNext(companyId, waiting), Math.max(0, waitMs));
    waiting.planned = { isUrgent, timer };
  }

  async function saveNext(companyId: string, waiting: Waiting): Promise<void> {
    waiting.planned = undefined;
    waiting.isSaving = true;
    await saveEntries(companyId, waiting);
    waiting.isSaving = false;
    if (waiting.entries.length > 0) plan(companyId, waiting);
    else setTimeout(() => forgetIdle(companyId), intervalMs).unref();
  }

  async function saveEntries(companyId: string, waiting: Waiting): Promise<void> {
    waiting.lastBatchMs = performance.now();
    const entries = waiting.entries.splice(0, batchSize);
    waiting.isUrgent = waiting.entries.some(({ result }) => !isRoutine(result));
    await saveBatch(
      companyId,
      entries.map(({ result }) => result),
    );
    for (const { done } of entries) done();
  }

  /** A company without results is remembered only until its next batch may start immediately. */
  function forgetIdle(companyId: string): void {
    const waiting = companies.get(companyId);
    if (waiting?.entries.length === 0 && performance.now() - waiting.lastBatchMs >= intervalMs)
      companies.delete(companyId);
  }

  async function saveBatch(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const save = () => saveResults(database, { companyId, results, rules, onNotice }, groups);
    const oldestClaim = Math.min(...results.map(({ claim }) => claim.claimedAt.monotonicMs));
    for (;;) {
      const begun = performance.now();
      try {
        const report = await (results.every(isRoutine) ? save() : limited(save));
        saved(results, report, (performance.now() - begun) / 1000);
        report.notices.forEach(logNotice);
        return;
      } catch (error) {
        logger.error(
          { err: error, companyId, attempts: results.length },
          'failed to save results of webhook attempts',
        );
        if (isAboutValues(error)) return saveSeparately(companyId, results);
        if (performance.now() - oldestClaim > rules.leaseMs) return;
        await delay(retryMs);
      }
    }
  }

  /**
   * Saves the results one by one after the database has rejected a value in their batch. A result that is rejected on its own is
   * saved without its response.
   */
  async function saveSeparately(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    const [first] = results;
    if (results.length > 1) {
      for (const result of results) await saveBatch(companyId, [result]);
    } else if (first?.response) {
      await saveBatch(companyId, [{ ...first, response: null }]);
    }
  }

  function logNotice({ companyId, endpointId, kind, consecutiveFailures }: NewNotice): void {
    const text =
      kind === 'disabled'
        ? 'webhook endpoint disabled after too many consecutive failures'
        : 'webhook endpoint fails repeatedly';
    logger.warn({ companyId, endpointId, kind, consecutiveFailures }, text);
  }

  return {
    save(result) {
      const { companyId } = result.claim;
      const { promise, resolve } = Promise.withResolvers<void>();
      let waiting = companies.get(companyId);
      if (!waiting) {
        waiting = {
          entries: [],
          isUrgent: false,
          isSaving: false,
          lastBatchMs: Number.NEGATIVE_INFINITY,
          planned: undefined,
        };
        companies.set(companyId, waiting);
      }
      waiting.entries.push({ result, done: resolve });
      waiting.isUrgent ||= !isRoutine(result);
      plan(companyId, waiting);
      return promise;
    },
  };
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation), for which a retry is pointless. */
function isAboutValues(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code);
}
