import { preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import type { BackgroundTask } from '../../../kernel/background-task.ts';
import { readBooking } from '../booking-records.ts';
import { skipLateReminders } from './drop-mails.ts';
import { queueBookingMails } from './queue-booking-mails.ts';

const leadMs = 86_400_000;

/** Keeps locks short. */
const batchSize = 50;

/**
 * Locks bookings that start within a day and whose customer got no mail about the appointment within that day. Mails about refunds
 * do not count.
 */
const dueBookings = preparedQuery((db, { now, until }: { now: string; until: string }) =>
  db
    .selectFrom('booking')
    .select('booking.id')
    .where('booking.status', '=', sql.lit('CONFIRMED'))
    .where('booking.startsAt', '>', now)
    .where('booking.startsAt', '<=', until)
    .where('booking.email', 'is not', null)
    .where('booking.withdrawnAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookingType')
          .select('bookingType.id')
          .whereRef('bookingType.companyId', '=', 'booking.companyId')
          .whereRef('bookingType.slug', '=', 'booking.typeSlug')
          .where('bookingType.reminder', '=', true),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail')
            .select('mail.id')
            .whereRef('mail.companyId', '=', 'booking.companyId')
            .whereRef('mail.bookingId', '=', 'booking.id')
            .where('mail.kind', 'like', 'booking-%')
            .where('mail.kind', '!=', 'booking-refunded')
            .whereRef('mail.createdAt', '>=', sql<string>`booking.starts_at - interval '24 hours'`),
        ),
      ),
    )
    .orderBy('booking.id')
    .limit(batchSize)
    .forNoKeyUpdate()
    .skipLocked(),
);

/** Reminds customers of their appointments a day before. */
export const remindCustomers: BackgroundTask = {
  name: 'remind-customers',
  everyMs: 300_000,
  async run(context) {
    const now = await context.now();
    await skipLateReminders(context.db, now);
    const until = new Date(Date.parse(now) + leadMs).toISOString();
    const due = await dueBookings(context.db, { now, until });
    for (const { id } of due) {
      const booking = await readBooking(context.db, id);
      await queueBookingMails(context, booking, { occasion: 'reminder', id: booking.startsAt }, now);
    }
    return due.length === batchSize;
  },
};
