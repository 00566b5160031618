import type { Booking } from '@pv-planning/contract';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { logChange } from '../booking-log.ts';
import { type BookingContext, readBooking } from '../booking-records.ts';
import { type Expectation, type LockedBooking, lockBooking } from '../locked-booking.ts';
import { queueBookingMails } from '../mails/queue-booking-mails.ts';
import { withdrawalEnd } from './withdrawal-period.ts';

/** Records a withdrawal without a cancellation. See `storeWithdrawal`. @throws 404 `not_found`; 409 `booking_not_confirmed`, `withdrawal_not_possible` */
export async function recordWithdrawal(
  context: BookingContext,
  id: string,
  expectation: Expectation,
): Promise<Booking> {
  return storeWithdrawal(context, await lockBooking(context, id, 'withdraw', expectation));
}

/**
 * Records the customer's withdrawal from the contract about a locked booking (§ 356a BGB), acknowledges the receipt, and mails the
 * team. The booking stays. A repetition changes nothing.
 *
 * @throws 409 `withdrawal_not_possible`
 */
export async function storeWithdrawal(
  context: BookingContext,
  { record, now, changedAt }: LockedBooking,
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
  await queueBookingMails(context, booking, { occasion: 'withdrawn', at: now, cancels }, now);
  return booking;
}
