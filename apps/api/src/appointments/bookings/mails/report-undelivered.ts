import type { CustomerOccasion } from '@pv-planning/mail';
import type { BackgroundTask } from '../../../kernel/background-task.ts';
import { undeliveredMails } from '../../../kernel/mails/undelivered-mails.ts';
import { readBooking } from '../booking-records.ts';
import { queueBookingMails } from './queue-booking-mails.ts';

const watched = { record: 'bookingId', kinds: ['booking-%'], report: 'team-booking-undelivered' } as const;

/** Mails the team about undelivered mails to customers, so that somebody calls them. */
export const reportUndelivered: BackgroundTask = {
  name: 'report-undelivered-mails',
  everyMs: 300_000,
  async run(context) {
    const now = await context.now();
    const { mails, isMore } = await undeliveredMails(context.db, watched, now);
    for (const { id, kind, recordId, isRecipientInvalid } of mails) {
      const booking = await readBooking(context.db, recordId);
      const mail = kind.slice('booking-'.length) as CustomerOccasion;
      await queueBookingMails(
        context,
        booking,
        { occasion: 'undelivered', id, mail, isRecipientInvalid },
        now,
      );
    }
    return isMore;
  },
};
