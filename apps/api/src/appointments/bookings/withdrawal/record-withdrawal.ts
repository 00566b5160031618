import type { Booking } from '@pv-planning/contract';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { nextAnonymousMail } from '../../../kernel/mails/anonymous-mails.ts';
import { logChange } from '../booking-log.ts';
import { type BookingContext, readBooking } from '../booking-records.ts';
import { type Expectation, type LockedBooking, lockBooking } from '../locked-booking.ts';
import { queueBookingMails } from '../mails/queue-booking-mails.ts';
import { withdrawalEnd } from './withdrawal-period.ts';

/** Records a withdrawal without a cancellation. See `storeWithdrawal`. @throws 404 `not_found`; 409 `booking_not_confirmed`, `withdrawal_not_possible` */
export async function recordWithdrawal(
  context: BookingContext,
  id: string,
  email: string | null,
  expectation: Expectation,
): Promise<Booking> {
  return storeWithdrawal(context, await lockBooking(context, id, 'withdraw', expectation), email);
}

/**
 * Records the customer's withdrawal from the contract about a locked booking (§ 356a BGB), acknowledges the receipt, and mails the
 * team. The booking stays. A repetition changes nothing.
 *
 * @param email to which the customer wants the receipt. It can be anybody's, so it gets no more mails than strangers may cause
 * @throws 409 `withdrawal_not_possible`
 */
export async function storeWithdrawal(
  context: BookingContext,
  { record, now, changedAt }: LockedBooking,
  email: string | null,
): Promise<Booking> {
  const { db, actor } = context;
  if (record.withdrawnAt !== null) return record;
  const end = await withdrawalEnd(db, record);
  if (end === null || end < now) {
    const reason = end === null ? 'there is no contract to withdraw from' : `the period ended at ${end}`;
    throw conflict('withdrawal_not_possible', { values: { reason } });
  }
  const withdrawnBeforeStart = now < record.startsAt;
  await db
    .updateTable('booking')
    .set({ withdrawnAt: now, withdrawnBeforeStart, updatedAt: changedAt })
    .where('id', '=', record.id)
    .execute();
  await logChange(db, {
    ...{ bookingId: record.id, action: 'withdraw', actor, changedAt },
    ...{ previousStatus: record.status, status: record.status, changed: { withdrawnAt: now } },
  });
  const booking = await readBooking(db, record.id);
  const cancels = record.status === 'CONFIRMED' && withdrawnBeforeStart;
  const own = booking.customer?.email ?? null;
  const named = email?.toLowerCase() === own?.toLowerCase() ? null : email;
  const isNamedTold = named !== null && (await nextAnonymousMail(db, named, now)) === null;
  const news = { occasion: 'withdrawn', at: now, cancels, named, isNamedTold } as const;
  await queueBookingMails(context, booking, news, now);
  return booking;
}
