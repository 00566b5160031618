import type { Database } from '@pv-planning/database';
import type { BackgroundTask } from '../../kernel/background-task.ts';
import { readClock } from '../../kernel/records/change-time.ts';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import type { Outcome } from '../leased-queue/queue-rows.ts';
import type { QueueDefinition } from '../leased-queue/start-queue.ts';
import { systemCaller } from './system-caller.ts';

/** Each task takes a connection while it runs. */
export const maxTasks = 4;

/** Exceeds a transaction with repetitions after conflicts. */
const leaseMs = 300_000;

/** Interval at which new companies get their tasks. */
const planMs = 60_000;

const hourMs = 3_600_000;

/** In all, and per company. */
const limits = { maxInProgress: maxTasks, maxOfCompany: maxTasks / 2 };

/** Queues tasks for companies that do not have them yet. */
async function planTasks({ kysely }: Database, names: readonly string[]): Promise<void> {
  const missing = await kysely
    .selectFrom('company')
    .leftJoin('companyTask', (join) =>
      join
        .onRef('companyTask.companyId', '=', 'company.companyId')
        .on(({ eb, fn, val }) => eb('companyTask.id', '=', fn.any(val([...names])))),
    )
    .select('company.companyId')
    .groupBy('company.companyId')
    .having(({ fn }) => fn.count('companyTask.id'), '<', names.length)
    .orderBy('company.companyId')
    .execute();
  for (const { companyId } of missing) {
    const now = await readClock(kysely);
    await kysely
      .insertInto('companyTask')
      .values(names.map((id) => ({ companyId, id, lane: id, status: 'queued', dueAt: now, createdAt: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

interface TaskParts {
  tasks: readonly BackgroundTask[];
  database: Database;
  transactions: DatabaseTransactions;
}

/**
 * Runs tasks for a company at a time, in a transaction of the company. The queue repeats them after their interval, and those that fail
 * after pauses that grow up to it.
 */
export function taskQueue({ tasks, database, transactions }: TaskParts): QueueDefinition<'companyTask'> {
  let nextPlanMs = 0;
  // Unknown: a task of another version of the service.
  const everyMs = (id: string) => tasks.find(({ name }) => name === id)?.everyMs ?? hourMs;
  const purges = tasks.filter(({ isPurge }) => isPurge).map(({ name }) => name);
  return {
    table: 'companyTask',
    longestPauseMs: everyMs,
    // Tasks of a company that are begun together are at most half of all.
    waitingIds: (inProgress) => (inProgress.some((id) => purges.includes(id)) ? purges : []),
    async prepare() {
      if (performance.now() < nextPlanMs) return;
      await planTasks(
        database,
        tasks.map(({ name }) => name),
      );
      nextPlanMs = performance.now() + planMs;
    },
    async work({ companyId, id }): Promise<Outcome> {
      const task = tasks.find(({ name }) => name === id);
      const run = async () => {
        // Tasks of another version of the service.
        if (!task) return { isLeft: false, now: await readClock(database.kysely) };
        return transactions.write(systemCaller(companyId, task.name), async (context) => ({
          isLeft: await task.run(context),
          now: await readClock(context.db),
        }));
      };
      const { isLeft, now } = await run();
      const pauseMs = isLeft ? 0 : everyMs(id);
      return { kind: 'later', dueAt: new Date(Date.parse(now) + pauseMs).toISOString() };
    },
    ...limits,
    leaseMs,
  };
}
