import type { BookingContext } from '../../appointments/bookings/booking-records.ts';
import { refundableCents } from '../../appointments/bookings/payment-of-booking.ts';
import { type Lease, noLease } from '../../kernel/records/lease.ts';
import type { RefundAnswer, WantedRefund } from '../refunds/ask-for-refund.ts';
import { retryRefund } from '../refunds/refund-records.ts';
import { settleRefunds } from './finish-cancel.ts';

/** What of a refund changes if less is wanted. */
type Remainder = Pick<WantedRefund, 'amountCents' | 'keyNumber'>;

/**
 * After the provider has refused to give back all that a booking had: stores what it says of refunds. If only a part of the money has
 * gone back by others, the refund becomes one of the remainder.
 *
 * @param lease of a request that asks the provider for the remainder. Default: dispatchers do.
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
