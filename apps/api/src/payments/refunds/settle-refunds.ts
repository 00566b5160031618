import type { Booking } from '@pv-planning/contract';
import type { BookingContext } from '../../appointments/bookings/booking-records.ts';
import { type LockedBooking, lockBooking, storeChange } from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { paidCents } from '../../appointments/bookings/payment-of-booking.ts';
import type { ProviderRefund } from './ask-for-refund.ts';
import { type RefundChange, storeProviderRefunds } from './refund-records.ts';

/** Receivers of events know only real bookings. */
const isReal = ({ status }: Booking) => status !== 'EXPIRED' && status !== 'PENDING_PAYMENT';

/** Returns the columns of a booking after refunds of this amount. */
export function refundColumns(booking: Booking, refundedCents: number) {
  return { refundedCents, paymentStatus: refundedCents === paidCents(booking) ? 'REFUNDED' : 'PAID' };
}

/** Raises `booking.payment_refunded` for each refund. */
export async function raiseRefunds(
  { raise }: Pick<BookingContext, 'raise'>,
  booking: Booking,
  refunds: RefundChange['added'],
  changedAt: string,
): Promise<void> {
  if (!isReal(booking)) return;
  for (const { refundedAt, amountCents } of refunds)
    await raise(
      'booking.payment_refunded',
      { ...booking, refundedAt, refundAmountCents: amountCents },
      changedAt,
    );
}

/** Mails the customer about refunds without a cancellation, each with the sum refunded until then. */
async function tellOfRefunds(
  context: BookingContext,
  booking: Booking,
  refunds: RefundChange['added'],
  now: string,
): Promise<void> {
  let refundedCents = booking.refundedCents - refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  for (const { id, amountCents } of refunds) {
    refundedCents += amountCents;
    const isPart = refundedCents < paidCents(booking);
    const refunded = { ...booking, refundedCents, ...(isPart && { paymentStatus: 'PAID' as const }) };
    await queueBookingMails(context, refunded, { occasion: 'refunded', id, amountCents }, now);
  }
}

/** Mails the team about refunds that did not reach the customer. */
export async function tellOfLost(
  context: BookingContext,
  booking: Booking,
  refunds: RefundChange['lost'],
  now: string,
): Promise<void> {
  for (const { id, amountCents } of refunds)
    await queueBookingMails(
      context,
      booking,
      { occasion: 'refund-failed', id, amountCents, reason: null },
      now,
    );
}

/** Stores refunds of a locked booking. Mails the customer about them, and the team about those that have failed. */
export async function storeRefunds(
  context: BookingContext,
  locked: LockedBooking,
  { refundedCents, added, lost }: RefundChange,
): Promise<Booking> {
  const { record, changedAt, now } = locked;
  if (added.length + lost.length === 0) return record;
  const { booking } = await storeChange(context, locked, {
    action: 'refund',
    changes: refundColumns(record, refundedCents),
  });
  await raiseRefunds(context, booking, added, changedAt);
  // Customers who paid too late were told of the refund before.
  if (isReal(booking)) await tellOfRefunds(context, booking, added, now);
  await tellOfLost(context, booking, lost, now);
  return booking;
}

/** Locks a booking and stores its refunds as read from the provider. */
export async function lockWithRefunds(
  context: BookingContext,
  bookingId: string,
  refunds: readonly ProviderRefund[],
): Promise<{ locked: LockedBooking; change: RefundChange }> {
  const locked = await lockBooking(context, bookingId, 'refund');
  const { record, now } = locked;
  const change = await storeProviderRefunds(context.db, record.id, refunds, now);
  return { locked, change };
}
