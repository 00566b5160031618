import type { BookingContext } from '../../appointments/bookings/booking-records.ts';
import { refundableCents } from '../../appointments/bookings/payment-of-booking.ts';
import { type Lease, noLease } from '../../kernel/records/lease.ts';
import type { RefundAnswer, WantedRefund } from '../refunds/ask-for-refund.ts';
import { retryRefund } from '../refunds/refund-records.ts';
import { settleRefunds } from './finish-cancel.ts';

/** The fields of a refund that change with its amount. */
type Remainder = Pick<WantedRefund, 'amountCents' | 'keyNumber'>;

/**
 * Called after the provider has refused a full refund: stores the refunds as read from the provider. If others have refunded a
 * part, the refund becomes one of the remainder.
 *
 * @param lease of the request that asks the provider for the remainder. Default: dispatchers ask.
 * @returns undefined if the refund was not refused because of that
 */
export async function reduceRefundToRemainder(
  context: BookingContext,
  refund: Pick<WantedRefund, 'id' | 'bookingId'> & Remainder,
  { message: error, refunds }: RefundAnswer & { kind: 'refused' },
  lease: Lease = noLease,
): Promise<Remainder | undefined> {
  const amountCents = refundableCents(await settleRefunds(context, refund.bookingId, refunds));
  if (amountCents === 0 || amountCents >= refund.amountCents) return undefined;
  // With the same key, the provider would refuse another amount.
  const remainder = { amountCents, keyNumber: refund.keyNumber + 1 };
  const dueAt = await context.now();
  return (await retryRefund(context.db, refund.id, { ...remainder, attempts: 0, error, dueAt, lease }))
    ? remainder
    : undefined;
}
