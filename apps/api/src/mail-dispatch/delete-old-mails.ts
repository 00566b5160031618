import { sql } from 'kysely';
import type { BackgroundTask } from '../background-task.ts';

/** They contain personal data. */
const keptDays = 30;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

export const deleteOldMails: BackgroundTask = {
  name: 'delete-old-mails',
  everyMs: 86_400_000,
  async run({ db }) {
    const { numDeletedRows } = await db
      .deleteFrom('mail')
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('mail as old')
            .select('old.id')
            .where('old.createdAt', '<', sql<string>`now() - make_interval(days => ${keptDays})`)
            .limit(batchSize)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows) === batchSize;
  },
};
