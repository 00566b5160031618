import { preparedQuery } from '@pv-planning/database';
import type { CustomerOccasion } from '@pv-planning/mail';
import { sql } from 'kysely';
import type { BackgroundTask } from '../../../kernel/background-task.ts';
import { readBooking } from '../booking-records.ts';
import { queueBookingMails } from './queue-booking-mails.ts';

/** Small, so that locks are held briefly. */
const batchSize = 50;

/** Older failures have been reported. */
const maxAgeMs = 86_400_000;

const failedMails = preparedQuery((db, { since }: { since: string }) =>
  db
    .selectFrom('mail')
    .select(['mail.id', 'mail.kind', 'mail.bookingId', 'mail.status'])
    // Without content: the address or the name was invalid.
    .where(({ eb, or, and }) =>
      or([
        eb('mail.status', '=', sql.lit('failed')),
        and([eb('mail.status', '=', sql.lit('skipped')), eb('mail.content', 'is', null)]),
      ]),
    )
    .where('mail.finishedAt', '>=', since)
    .where('mail.kind', 'like', 'booking-%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as report')
            .select('report.id')
            .whereRef('report.companyId', '=', 'mail.companyId')
            .whereRef('report.bookingId', '=', 'mail.bookingId')
            .where('report.kind', '=', 'team-booking-undelivered')
            .whereRef('report.createdAt', '>=', 'mail.finishedAt'),
        ),
      ),
    )
    .orderBy('mail.id')
    .limit(batchSize)
    .$castTo<{
      id: string;
      kind: `booking-${CustomerOccasion}`;
      bookingId: string;
      status: 'failed' | 'skipped';
    }>(),
);

/** Tells the team which mails to customers could not be delivered, so that somebody calls them. */
export const reportUndelivered: BackgroundTask = {
  name: 'report-undelivered-mails',
  everyMs: 300_000,
  async run(context) {
    const now = await context.now();
    const since = new Date(Date.parse(now) - maxAgeMs).toISOString();
    const failed = await failedMails(context.db, { since });
    for (const { id, bookingId, status, kind } of failed) {
      const isRecipientInvalid = status === 'skipped';
      const booking = await readBooking(context.db, bookingId);
      const mail = kind.slice('booking-'.length) as CustomerOccasion;
      await queueBookingMails(
        context,
        booking,
        { occasion: 'undelivered', id, mail, isRecipientInvalid },
        now,
      );
    }
    return failed.length === batchSize;
  },
};
