import type { Booking } from '@pv-planning/contract';
import type { BookingContext } from '../../appointments/bookings/booking-records.ts';
import {
  type CancelIntent,
  findIntent,
  noIntent,
  storeCancellation,
  withdrawIntent,
} from '../../appointments/bookings/cancellation.ts';
import type { LockedBooking } from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import type { ProviderRefund } from '../refunds/ask-for-refund.ts';
import { failRefund, findRefund, isCounted, type RefundChange } from '../refunds/refund-records.ts';
import {
  lockWithRefunds,
  raiseRefunds,
  refundColumns,
  storeRefunds,
  tellOfLost,
} from '../refunds/settle-refunds.ts';

/** Cancels a booking after its refund: with the original actor, and with the events of refund and cancellation in one transaction. */
async function completeCancel(
  context: BookingContext,
  locked: LockedBooking,
  { by, refundId, ...texts }: CancelIntent,
  { refundedCents, added, lost }: RefundChange,
): Promise<Booking> {
  const { record, changedAt, now } = locked;
  // If other refunds cover the whole amount, this one is dropped.
  await failRefund(context.db, refundId, 'The money has gone back already.', now);
  const booking = await storeCancellation({ ...context, actor: by }, locked, texts, {
    amountCents: added.reduce((sum, { amountCents }) => sum + amountCents, 0),
    changes: refundColumns(record, refundedCents),
    unlogged: noIntent,
  });
  await raiseRefunds(context, booking, added, changedAt);
  await tellOfLost(context, booking, lost, now);
  return booking;
}

/**
 * Stores the refunds of a booking as read from the provider, whoever made them: a waiting cancellation, the team, or the provider's
 * dashboard. Repeating it changes nothing.
 */
export async function settleRefunds(
  context: BookingContext,
  bookingId: string,
  refunds: readonly ProviderRefund[],
): Promise<Booking> {
  const { locked, change } = await lockWithRefunds(context, bookingId, refunds);
  const { record, changedAt, now } = locked;
  const intent = await findIntent(context.db, record.id);
  if (!intent) return storeRefunds(context, locked, change);
  const own = await findRefund(context.db, intent.refundId);
  const isOver = refundColumns(record, change.refundedCents).paymentStatus === 'REFUNDED';
  if (own && (isCounted(own) || isOver)) return completeCancel(context, locked, intent, change);
  const booking = await storeRefunds(context, locked, change);
  if (!own || own.outcome === null) return booking;
  // The refund was made and has failed.
  await withdrawIntent(context.db, booking, changedAt);
  const { id, amountCents } = own;
  const news = { occasion: 'cancellation-refused', id, amountCents, reason: null } as const;
  await queueBookingMails({ ...context, actor: intent.by }, booking, news, now);
  return booking;
}
