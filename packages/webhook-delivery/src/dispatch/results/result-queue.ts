import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import { fairSlots, slotRules } from '@pv-planning/fair-slots';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

import type { DeliveryRules } from '../../queue/rules.ts';
import { isAboutValues, isTemporary } from '../../sql/error-kinds.ts';
import type { StatementGroups } from '../../sql/statement-groups.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { retryDelay } from '../send/retry-delay.ts';
import type { NewNotice, OnNotice } from './save-health.ts';
import { isHealthySuccess, type SaveReport, saveResults } from './save-results.ts';

/**
 * Minimum intervals between batches of a company. A single result is saved immediately; many results are batched. The urgent
 * interval applies to full batches and to results that the endpoint's next attempts depend on.
 */
const intervalMs = 25;
const urgentIntervalMs = 10;
const urgentFromResults = 50;
const batchSize = 250;
const retryMs = 250;

/** Maximum number of tries to save a batch after errors that may or may not be temporary. */
const maxTries = 5;

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
 * process sends the event again. A result that the database rejects is saved without its response, or as a failed attempt.
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
  /** Limits the batches with failures that are saved concurrently. */
  const slots = fairSlots(slotRules.failedAttempts);
  const { signal } = new AbortController();

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
    waiting.isUrgent = waiting.entries.some(({ result }) => !isHealthySuccess(result));
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

  /** Saves the results one by one if the database rejects them together, so that one of them does not hold up the others. */
  async function saveBatch(companyId: string, results: readonly AttemptResult[]): Promise<void> {
    if (await isSaved(companyId, results, maxTries)) return;
    for (const result of results) {
      for (const version of versionsOf(result, rules)) if (await isSaved(companyId, [version], 1)) break;
    }
  }

  /**
   * Returns false if the database rejects the results: at once if it rejects a value, otherwise after `tries`. Temporary errors
   * are retried until the leases have expired.
   */
  async function isSaved(
    companyId: string,
    results: readonly AttemptResult[],
    tries: number,
  ): Promise<boolean> {
    const save = () => saveResults(database, { companyId, results, rules, onNotice }, groups);
    const oldestClaim = Math.min(...results.map(({ claim }) => claim.claimedAt.monotonicMs));
    let left = tries;
    for (;;) {
      const begun = performance.now();
      try {
        const report = await (results.every(isHealthySuccess) ? save() : slots.run(companyId, signal, save));
        saved(results, report, (performance.now() - begun) / 1000);
        report.notices.forEach(logNotice);
        return true;
      } catch (error) {
        logger.error(
          { err: error, companyId, attempts: results.length },
          'failed to save results of webhook attempts',
        );
        if (!isTemporary(error)) left -= isAboutValues(error) ? left : 1;
        if (left === 0) return false;
        if (performance.now() - oldestClaim > rules.leaseMs) return true;
        await delay(retryMs);
      }
    }
  }

  function logNotice({ companyId, endpointId, kind, consecutiveFailures, failure }: NewNotice): void {
    if (failure !== undefined)
      logger.error(
        { err: failure, companyId, endpointId, kind },
        'nobody is told about a webhook endpoint that fails',
      );
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
      waiting.isUrgent ||= !isHealthySuccess(result);
      plan(companyId, waiting);
      return promise;
    },
  };
}

/** Yields versions of a result, from complete to minimal. Each is saved only if the database rejects the one before. */
function* versionsOf(result: AttemptResult, rules: DeliveryRules): Generator<AttemptResult> {
  yield result;
  const { claim, errorText, response } = result;
  if (response) {
    yield {
      ...result,
      errorText: errorText && `${errorText} The database rejected the response.`,
      response: { status: response.status, headers: {}, body: '', truncated: true },
    };
  }
  // A failed attempt is repeated: without a saved result, it is unknown whether the event has arrived.
  yield {
    ...result,
    outcome: 'failed',
    errorCode: 'internal',
    errorText: 'The database rejected the result of this attempt.',
    timings: {},
    requestHeaders: null,
    response: null,
    retryInMs: retryDelay({ failure: claim.failureNumber }, rules),
    requestedPauseMs: 0,
  };
}
