import { sql } from 'kysely';
import type { BackgroundTask } from '../background-task.ts';

/** Until then, the customer may ask what became of the checkout. */
const keptMs = 30 * 86_400_000;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

const nothing = {
  name: null,
  forename: null,
  surname: null,
  email: null,
  phone: null,
  address: null,
  note: null,
};

/** Deletes the personal data of bookings that were never paid. Nothing was agreed with these customers. */
export const forgetExpiredCustomers: BackgroundTask = {
  name: 'forget-expired-customers',
  everyMs: 86_400_000,
  async run({ db, now: readNow }) {
    const now = await readNow();
    const { numUpdatedRows } = await db
      .updateTable('booking')
      .set({ ...nothing, updatedAt: now })
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('booking as expired')
            .select('expired.id')
            .where('expired.status', '=', sql.lit('EXPIRED'))
            .where('expired.updatedAt', '<', new Date(Date.parse(now) - keptMs).toISOString())
            .where('expired.name', 'is not', null)
            .limit(batchSize),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === batchSize;
  },
};
