import { sql } from 'kysely';
import type { BackgroundTask } from '../../kernel/background-task.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Maximum time that banks take. */
const readForMs = 30 * dayMs;

/** Keeps locks short. */
const batchSize = 1_000;

/** Makes dispatchers read pending refunds again, because an event may be lost: every hour of the first day, then every day. */
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
