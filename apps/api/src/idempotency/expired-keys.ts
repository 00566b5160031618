import { sql } from 'kysely';
import type { BackgroundTask } from '../background-task.ts';
import { retention } from './retention.ts';

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

export const deleteExpiredKeys: BackgroundTask = {
  name: 'delete-expired-keys',
  everyMs: 3_600_000,
  async run({ db }) {
    const { numDeletedRows } = await db
      .deleteFrom('idempotencyKey')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('owner', 'key'),
          'in',
          selectFrom('idempotencyKey as expired')
            .select(['expired.owner', 'expired.key'])
            .where('expired.createdAt', '<', sql<string>`now() - ${retention}`)
            .limit(batchSize)
            .forUpdate()
            .skipLocked()
            .$asTuple('owner', 'key'),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows) === batchSize;
  },
};
