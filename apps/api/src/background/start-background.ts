import type { Database } from '@pv-planning/database';
import { isApiError, loggedError } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { BackgroundTask } from '../background-task.ts';
import { every } from '../process/periodically.ts';
import type { DatabaseTransactions } from '../transactions/database-transactions.ts';
import { dueCompanies, runTask } from './run-task.ts';

interface BackgroundParts {
  tasks: readonly BackgroundTask[];
  database: Database;
  transactions: DatabaseTransactions;
  registry: Registry;
  logger: Logger;
}

export interface Background {
  /** Completes the transaction in progress. */
  stop(): Promise<void>;
}

const [minPollMs, maxPollMs] = [1_000, 60_000];

/** Often enough for the task to run in time, whichever process looks first. */
function pollMs({ everyMs }: BackgroundTask): number {
  return Math.min(Math.max(everyMs / 4, minPollMs), maxPollMs);
}

/** Runs tasks for all companies. Each task takes one connection of the process: it runs for one company after the other. */
export function startBackground({
  tasks,
  database,
  transactions,
  registry,
  logger,
}: BackgroundParts): Background {
  const registers = [registry];
  const runs = new Counter({
    name: 'task_runs_total',
    help: 'Runs of background tasks for one company, by outcome (done, failed).',
    labelNames: ['task', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'task_duration_seconds',
    help: 'Duration of a transaction of a background task for one company.',
    labelNames: ['task'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  let isStopping = false;

  /** Returns whether work is left. */
  async function runOnce(task: BackgroundTask, companyId: string): Promise<boolean> {
    const { name } = task;
    const stopTimer = durations.startTimer({ task: name });
    try {
      const outcome = await runTask(task, companyId, transactions);
      if (outcome === 'skipped') return false;
      stopTimer();
      runs.inc({ task: name, outcome: 'done' });
      return outcome === 'left';
    } catch (error) {
      stopTimer();
      runs.inc({ task: name, outcome: 'failed' });
      const cause = isApiError(error) && error.cause !== undefined ? loggedError(error.cause) : undefined;
      logger.error({ companyId, task: name, error: loggedError(error), cause }, 'background task failed');
      return false;
    }
  }

  async function runForCompanies(task: BackgroundTask): Promise<void> {
    for (const companyId of await dueCompanies(database, task)) {
      while (!isStopping && (await runOnce(task, companyId)));
    }
  }

  const stops = tasks.map((task) => every(pollMs(task), () => runForCompanies(task), logger));
  return {
    async stop() {
      isStopping = true;
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
