import { sql } from 'kysely';
import type { BackgroundTask } from '../../kernel/background-task.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** No bank takes longer. */
const readForMs = 30 * dayMs;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

/**
 * Makes dispatchers read refunds again that were made and that the bank has not accepted yet, because the provider's report may be lost:
 * each hour of the first day, then each day.
 */
export const readPendingRefunds: BackgroundTask = {
  name: 'read-pending-refunds',
  everyMs: hourMs,
  async run({ db, now: readNow }) {
    const now = await readNow();
    const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
    const { numUpdatedRows } = await db
      .updateTable('refund')
      .set({ status: 'queued', attempts: 0, dueAt: now, finishedAt: null })
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('refund as pending')
            .select('pending.id')
            .where('pending.outcome', '=', sql.lit('pending'))
            .where('pending.status', '<>', sql.lit('queued'))
            .where('pending.createdAt', '>', before(readForMs))
            .where((pending) =>
              pending.or([
                pending('pending.finishedAt', '<=', before(dayMs)),
                pending.and([
                  pending('pending.finishedAt', '<=', before(hourMs)),
                  pending('pending.createdAt', '>', before(dayMs)),
                ]),
              ]),
            )
            .limit(batchSize)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === batchSize;
  },
};
