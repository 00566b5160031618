import { sql } from 'kysely';
import type { BackgroundTask } from '../../background-task.ts';

/** The provider repeats an event for three days. */
const keptMs = 30 * 86_400_000;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

export const deleteOldPaymentEvents: BackgroundTask = {
  name: 'delete-old-payment-events',
  everyMs: 86_400_000,
  async run({ db, now: readNow }) {
    const now = await readNow();
    const { numDeletedRows } = await db
      .deleteFrom('providerEvent')
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('providerEvent as old')
            .select('old.id')
            .where('old.createdAt', '<', new Date(Date.parse(now) - keptMs).toISOString())
            .where('old.status', '<>', sql.lit('queued'))
            .limit(batchSize)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows) === batchSize;
  },
};
