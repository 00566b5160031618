import { setTimeout as delay } from 'node:timers/promises';
import type { Database, LeaseOwners } from '@pv-planning/database';
import { isApiError, loggedError } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/records/change-time.ts';
import { every } from '../process/periodically.ts';
import type { QueueMetrics } from './queue-metrics.ts';
import {
  claimRows,
  dueCompanies,
  type LeasedRow,
  type Outcome,
  type QueueRules,
  type QueueTable,
  recordOutcome,
} from './queue-rows.ts';

/** A kind of queued work. */
export interface QueueDefinition<Table extends QueueTable> extends QueueRules<Table> {
  /** Maximum attempts, including those that ended with their process. Default: no limit. */
  maxAttempts?: number;
  /** Does the work of a row, without a transaction. If it throws, the work is repeated. */
  work(row: LeasedRow<Table>): Promise<Outcome>;
  /** Called before each search for due rows. */
  prepare?(): Promise<void>;
  /** Maximum number of rows in progress. */
  maxInProgress: number;
  /**
   * Maximum number of rows in progress of a company, so that others do not wait for the work of one. More are claimed when half of them
   * are done. Default: `maxInProgress`.
   */
  maxOfCompany?: number;
  /** Returns ids of rows that wait while those in progress, given by their ids, are worked on. Default: none. */
  waitingIds?(inProgress: readonly string[]): readonly string[];
  /** Must exceed the longest duration of `work`. */
  leaseMs: number;
}

export interface QueueParts {
  database: Database;
  owners: () => LeaseOwners;
  clock: Clock;
  metrics: QueueMetrics;
  /** Interval at which due rows are looked for. */
  pollMs: number;
  logger: Logger;
}

export interface Queue {
  /** Completes the work in progress. */
  stop(): Promise<void>;
}

/**
 * A queue uses one connection at a time to look for rows, lease them and record outcomes. Connections of the work itself are
 * counted apart.
 */
export const queueConnections = 1;

/** Returns a function that runs one job after the other. */
function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Processes the due rows of a queue. Any number of processes can do so: a row is leased before its work begins. If a process dies, its
 * leases are void, and the work is done again.
 */
export function startQueue<Table extends QueueTable>(
  queue: QueueDefinition<Table>,
  { database, owners, clock, metrics, pollMs, logger }: QueueParts,
): Queue {
  const { table, maxAttempts = Infinity, maxInProgress, maxOfCompany = maxInProgress, leaseMs } = queue;
  const connected = oneAtATime();
  const inProgress = new Map<Promise<void>, LeasedRow<Table>>();
  let isStopping = false;

  async function attempt(row: LeasedRow<Table>): Promise<Outcome> {
    try {
      return await queue.work(row);
    } catch (error) {
      const { companyId, id } = row;
      const cause = isApiError(error) && error.cause !== undefined ? loggedError(error.cause) : undefined;
      logger.error({ companyId, id, error: loggedError(error), cause }, `${table} failed`);
      return { kind: 'repeat', error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function outcomeOf(row: LeasedRow<Table>): Promise<Outcome> {
    const { attempts, lastError } = row;
    // Processes have died during all attempts.
    if (attempts > maxAttempts) return { kind: 'failed', error: lastError ?? 'The process ended.' };
    const outcome = await attempt(row);
    return outcome.kind === 'repeat' && attempts === maxAttempts ? { ...outcome, kind: 'failed' } : outcome;
  }

  async function process(row: LeasedRow<Table>): Promise<void> {
    const { companyId, id } = row;
    const began = performance.now();
    const count = (outcome: string | undefined) =>
      metrics.countAttempt(
        { queue: table, ...(table === 'companyTask' && { task: id }) },
        outcome,
        (performance.now() - began) / 1000,
      );
    try {
      const outcome = await outcomeOf(row);
      if (outcome.kind === 'recorded') return count(outcome.status);
      const status = await connected(() =>
        database.transaction(companyId, async (db) =>
          recordOutcome(db, queue, row, outcome, await clock(db)),
        ),
      );
      count(status === 'queued' && outcome.kind === 'repeat' ? 'repeat' : status);
      if (status === undefined) logger.warn({ companyId, id }, `${table}: the lease was lost`);
    } catch (error) {
      // The work is done again after the end of the lease.
      logger.error({ companyId, id, error: loggedError(error) }, `${table}: the outcome was not recorded`);
    }
  }

  function start(row: LeasedRow<Table>): void {
    const processing = process(row).finally(() => inProgress.delete(processing));
    inProgress.set(processing, row);
  }

  const selection = async (db: Parameters<Clock>[0]) => ({
    owners: owners(),
    now: await clock(db),
    except: queue.waitingIds?.([...inProgress.values()].map(({ id }) => id)) ?? [],
  });

  const companies = async () => dueCompanies(database, table, await selection(database.kysely));

  const ofCompany = (id: string) =>
    [...inProgress.values()].filter(({ companyId }) => companyId === id).length;
  // Looking for many rows costs the same as looking for one.
  const isBusy = () => inProgress.size > maxInProgress - Math.min(maxOfCompany, maxInProgress / 2);
  const isCompanyBusy = (companyId: string) => ofCompany(companyId) > maxOfCompany / 2;

  /** Begins due rows of a company. Returns their number. */
  async function beginRows(companyId: string): Promise<number> {
    const limit = Math.min(maxInProgress - inProgress.size, maxOfCompany - ofCompany(companyId));
    const rows = await connected(() =>
      database.transaction(companyId, async (db) =>
        claimRows(db, queue, { ...(await selection(db)), limit, leaseMs }),
      ),
    );
    for (const row of rows) start(row);
    return rows.length;
  }

  /** A failure does not delay the rows of other companies. */
  const logged = (failed: string, logFields: object) => (error: unknown) => {
    logger.error({ ...logFields, error: loggedError(error) }, `${table}: ${failed}`);
    return 0;
  };

  /** Returns whether there may be more rows to begin. */
  async function lookOnce(): Promise<boolean> {
    let begun = 0;
    const busyCompanies: string[] = [];
    await connected(async () => queue.prepare?.()).catch(logged('the preparation failed', {}));
    for (const companyId of await connected(companies)) {
      while (isBusy()) await Promise.race(inProgress.keys());
      if (isStopping) return false;
      if (isCompanyBusy(companyId)) {
        busyCompanies.push(companyId);
        continue;
      }
      begun += await beginRows(companyId).catch(logged('no rows were leased', { companyId }));
    }
    if (begun > 0 || busyCompanies.length === 0) return begun > 0;
    const isPollDue = delay(pollMs, true);
    while (busyCompanies.every(isCompanyBusy))
      if ((await Promise.race([...inProgress.keys(), isPollDue])) || isStopping) return false;
    return true;
  }

  const stopPolling = every(
    pollMs,
    async () => {
      while (!isStopping && (await lookOnce()));
    },
    logger,
  );
  return {
    async stop() {
      isStopping = true;
      await stopPolling();
      await Promise.all(inProgress.keys());
    },
  };
}
