import type { Database } from '@pv-planning/database';
import { isApiError, serviceUnavailable } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import type { CompanyCaller } from '../authentication/company-caller.ts';
import type { BackgroundTask } from '../background-task.ts';
import type { Context } from '../handler-context.ts';
import { dbNow } from '../records/change-time.ts';
import type { DatabaseTransactions } from '../transactions/database-transactions.ts';

/** The caller of the transactions of a task. It has no key, so no scope either. */
export function taskCaller(companyId: string, { name }: Pick<BackgroundTask, 'name'>): CompanyCaller {
  const owner = `task:${name}`;
  return {
    tenant: companyId,
    owner,
    rateLimitKey: owner,
    logFields: { companyId, task: name },
    hasScope: () => false,
    actor: { kind: 'system', id: name },
  };
}

/** Returns the companies for which a task is due. New companies are among them. */
export async function dueCompanies({ kysely }: Database, { name }: BackgroundTask): Promise<string[]> {
  const rows = await kysely
    .selectFrom('company')
    .select(({ exists, selectFrom }) => [
      'companyId',
      exists(
        selectFrom('companyTask')
          .select('companyTask.task')
          .whereRef('companyTask.companyId', '=', 'company.companyId')
          .where('companyTask.task', '=', name),
      ).as('isKnown'),
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('companyTask')
            .select('companyTask.task')
            .whereRef('companyTask.companyId', '=', 'company.companyId')
            .where('companyTask.task', '=', name)
            .where('companyTask.dueAt', '>', sql<string>`now()`),
        ),
      ),
    )
    .orderBy('companyId')
    .execute();
  for (const { companyId, isKnown } of rows) {
    if (isKnown) continue;
    // In a statement of its own, so that no other process waits for the transaction of the task.
    await kysely
      .insertInto('companyTask')
      // The column would round up to the next millisecond, and the task would not be due yet.
      .values({ companyId, task: name, dueAt: sql<string>`date_trunc('milliseconds', now())` })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return rows.map(({ companyId }) => companyId);
}

/** Locks a task that is due. Returns the time of the database; undefined if the task is not due or another process runs it. */
async function claim({ db }: Context, { name }: BackgroundTask): Promise<string | undefined> {
  const claimed = await db
    .selectFrom('companyTask')
    .select(dbNow.as('now'))
    .where('task', '=', name)
    .where('dueAt', '<=', sql<string>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return claimed?.now;
}

async function postpone({ db }: Context, { name }: BackgroundTask, now: string, ms: number): Promise<void> {
  const dueAt = new Date(Date.parse(now) + ms).toISOString();
  await db.updateTable('companyTask').set({ dueAt }).where('task', '=', name).execute();
}

/** How soon a task is due again that failed because the database or a lock was not available. */
const retryMs = 60_000;

function isTransient(error: unknown): boolean {
  return isApiError(error) && error.code === serviceUnavailable(0).code;
}

/**
 * Runs a task for a company once if it is due. `dueCompanies` must have returned the company before. The lock and the next time it
 * is due are part of the transaction of its work, so that it is due again at once if the process dies.
 *
 * @returns `left` if work is left, `skipped` if the task is not due or another process runs it
 * @throws what the task throws; it is then postponed as after a success, or for at most a minute after 503 `service_unavailable`
 */
export async function runTask(
  task: BackgroundTask,
  companyId: string,
  transactions: DatabaseTransactions,
): Promise<'done' | 'left' | 'skipped'> {
  const caller = taskCaller(companyId, task);
  try {
    return await transactions.write(caller, async (context) => {
      const now = await claim(context, task);
      if (now === undefined) return 'skipped';
      if (await task.run(context)) return 'left';
      await postpone(context, task, now, task.everyMs);
      return 'done';
    });
  } catch (error) {
    const ms = isTransient(error) ? Math.min(retryMs, task.everyMs) : task.everyMs;
    // If this fails, the task is due again at once.
    const postponing = transactions.write(caller, async (context) => {
      const now = await claim(context, task);
      if (now !== undefined) await postpone(context, task, now, ms);
    });
    await postponing.catch(() => undefined);
    throw error;
  }
}
