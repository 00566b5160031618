import type { BackgroundTask } from '../background-task.ts';
import { forgetNetworks } from '../bookings/contact/forget-networks.ts';

/** As long as mails that ask for a confirmation, and bookings of a network, are counted. */
const keptMs = 3_600_000;

/** Small, so that locks are held briefly. */
const batchSize = 1_000;

/** Deletes what was stored of strangers to limit what they do: slots that nobody has confirmed, and networks. */
export const deleteKeptSlots: BackgroundTask = {
  name: 'delete-kept-slots',
  everyMs: 600_000,
  async run({ db, now: readNow }) {
    const before = new Date(Date.parse(await readNow()) - keptMs).toISOString();
    const { numDeletedRows } = await db
      .deleteFrom('keptSlot')
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('keptSlot as old')
            .select('old.id')
            .where('old.createdAt', '<', before)
            .limit(batchSize)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .executeTakeFirstOrThrow();
    const forgotten = await forgetNetworks(db, { before, batchSize });
    return Number(numDeletedRows) === batchSize || forgotten === batchSize;
  },
};
