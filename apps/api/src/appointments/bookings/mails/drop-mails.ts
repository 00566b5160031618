import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { noLease } from '../../../kernel/records/lease.ts';

const unsent = [sql.lit('queued'), sql.lit('held')];

/** Deletes the reminder of a booking, unless it is sent or being sent. */
export async function dropReminders(db: CompanyQueries, bookingId: string): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'booking-reminder')
    .where('status', 'in', unsent)
    .execute();
}

/** Skips the reminders of appointments that have begun. */
export async function skipLateReminders(db: CompanyQueries, now: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      status: 'skipped',
      finishedAt: now,
      ...noLease,
      lastError: 'The appointment has begun.',
    })
    .where('mail.kind', '=', 'booking-reminder')
    .where('mail.status', 'in', unsent)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('booking')
          .select('booking.id')
          .whereRef('booking.companyId', '=', 'mail.companyId')
          .whereRef('booking.id', '=', 'mail.bookingId')
          .where('booking.startsAt', '<=', now),
      ),
    )
    .execute();
}

/** Deletes all mails about bookings to their customers, unless they were sent. */
export async function dropCustomerMails(db: CompanyQueries, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await db
    .deleteFrom('mail')
    .where(({ eb, fn, val }) => eb('bookingId', '=', fn.any(val(bookingIds))))
    .where('kind', 'like', 'booking-%')
    .where('status', 'in', unsent)
    .execute();
}
