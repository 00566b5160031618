import { sql } from 'kysely';
import type { BackgroundTask } from '../../background-task.ts';

/** Until then, the evidence of a decline may be needed. */
const keptDays = 90;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

/** Deletes the network addresses and user agents of customers who declined. */
export const forgetDeclinedClients: BackgroundTask = {
  name: 'forget-declined-clients',
  everyMs: 86_400_000,
  async run({ db }) {
    const { numUpdatedRows } = await db
      .updateTable('offerDecision')
      .set({ clientAddress: null, userAgent: null })
      .where(({ eb, selectFrom }) =>
        eb(
          'offerId',
          'in',
          selectFrom('offerDecision as declined')
            .select('declined.offerId')
            .where('declined.state', '=', 'DECLINED')
            .where('declined.decidedAt', '<', sql<string>`now() - make_interval(days => ${keptDays})`)
            .where(({ eb: each, or }) =>
              or([
                each('declined.clientAddress', 'is not', null),
                each('declined.userAgent', 'is not', null),
              ]),
            )
            .limit(batchSize),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === batchSize;
  },
};
