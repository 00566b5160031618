import type { Booking } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import type { Updateable } from 'kysely';
import type { BookingContext } from '../../bookings/booking-log.ts';
import { paidBooking } from '../../bookings/booking-records.ts';
import { refundEnd } from '../../bookings/link/change-limits.ts';
import { type LockedBooking, lockBooking, storeChange } from '../../bookings/locked-booking.ts';
import { queueBookingMails } from '../../bookings/mails/queue-booking-mails.ts';
import { queueRefund } from '../refunds/refund-records.ts';
import { closeCheckout, storeDebit } from './checkout-records.ts';
import type { Payment, SessionState } from './session-state.ts';

/** How long a slot is held for a debit. */
const debitMs = 14 * 86_400_000;

const actions = {
  open: 'process',
  processing: 'process',
  paid: 'pay',
  expired: 'expire',
  failed: 'expire',
  unknown: 'expire',
} as const satisfies Record<SessionState['kind'], string>;

/** The columns of a payment. */
function paymentColumns(payment: Payment, now: string) {
  const { amountCents, method, paidAt, billingName, billingAddress } = payment;
  const logged = {
    paymentStatus: 'PAID',
    amountPaidCents: amountCents,
    paymentMethod: method,
    paidAt: paidAt ?? now,
  };
  const unlogged: Updateable<CompanyTables['booking']> = {
    ...referenceColumns(payment),
    billingName,
    billingAddress,
  };
  return { logged, unlogged };
}

function referenceColumns({ customerId, paymentIntentId, invoiceId }: Payment) {
  return { stripeCustomerId: customerId, paymentIntentId, stripeInvoiceId: invoiceId };
}

/** The payment makes the booking real. */
async function confirm(context: BookingContext, locked: LockedBooking, payment: Payment): Promise<void> {
  const { changedAt, now, record, place } = locked;
  const isFree = payment.amountCents === 0;
  const { logged, unlogged } = isFree
    ? { logged: { paymentStatus: 'FREE' }, unlogged: referenceColumns(payment) }
    : paymentColumns(payment, now);
  const refundUntil = isFree ? null : refundEnd({ ...record, ...place }, now);
  const { booking } = await storeChange(context, locked, {
    action: 'pay',
    changes: { ...logged, holdUntil: null, refundUntil },
    unlogged,
  });
  await closeCheckout(context.db, booking.id);
  await context.raise('booking.created', booking, changedAt);
  if (!isFree) await context.raise('booking.payment_paid', paidBooking(booking), changedAt);
  await queueBookingMails(context, booking, { occasion: 'confirmed' }, now);
}

/** The slot is gone, so the money goes back. Receivers of events never knew the booking. */
async function refundLatePayment(
  context: BookingContext,
  locked: LockedBooking,
  payment: Payment,
): Promise<void> {
  const { logged, unlogged } = paymentColumns(payment, locked.now);
  const { booking } = await storeChange(context, locked, { action: 'pay', changes: logged, unlogged });
  await queueRefund(context.db, {
    bookingId: booking.id,
    cause: 'late_payment',
    amountCents: payment.amountCents,
    now: locked.now,
  });
  await queueBookingMails(context, booking, { occasion: 'payment-late' }, locked.now);
}

/** The slot is free again. A customer who waits for a debit is told what became of it. */
async function expire(
  context: BookingContext,
  locked: LockedBooking,
  { isProcessing, state }: { isProcessing: boolean; state: SessionState },
): Promise<Booking> {
  const { now } = locked;
  const { booking } = await storeChange(context, locked, { action: 'expire', changes: { holdUntil: null } });
  await closeCheckout(context.db, booking.id);
  // A promotion code can have lowered the amount of the debit.
  const amountPaidCents = 'amountCents' in state ? state.amountCents : null;
  const debited = { ...booking, amountPaidCents };
  if (state.kind === 'failed') await queueBookingMails(context, debited, { occasion: 'payment-failed' }, now);
  else if (isProcessing) {
    const isAmountKnown = state.kind === 'processing';
    await queueBookingMails(context, debited, { occasion: 'payment-overdue', isAmountKnown }, now);
  }
  return booking;
}

/** The slot waits for a debit. */
async function startDebit(
  context: BookingContext,
  locked: LockedBooking,
  amountCents: number,
): Promise<void> {
  const holdUntil = new Date(Date.parse(locked.now) + debitMs).toISOString();
  const { booking } = await storeChange(context, locked, { action: 'process', changes: { holdUntil } });
  await storeDebit(context.db, booking.id, true);
  const debited = { ...booking, amountPaidCents: amountCents };
  const news = { occasion: 'payment-processing', reservedUntil: holdUntil } as const;
  await queueBookingMails(context, debited, news, locked.now);
}

/**
 * The slot waits no longer for a debit, whose money may still come.
 *
 * @returns whether the provider is to be asked again
 */
async function awaitLateDebit(
  context: BookingContext,
  { record, place, now }: LockedBooking,
  state: SessionState,
): Promise<boolean> {
  const { db } = context;
  const { isProcessing } = await db
    .selectFrom('checkout')
    .select('isProcessing')
    .where('id', '=', record.id)
    .executeTakeFirstOrThrow();
  if (isProcessing && state.kind === 'unknown')
    await queueBookingMails(
      context,
      record,
      { occasion: 'checkout-unknown', sessionId: place.checkoutSessionId, isCustomerTold: true },
      now,
    );
  const isDebit = state.kind === 'processing';
  if (isProcessing !== isDebit) await storeDebit(db, record.id, isDebit);
  return isDebit;
}

/**
 * Decides what becomes of a booking whose checkout session was read from the provider: the payment makes it real, it expires, or it
 * waits for a debit. The first decision stays, however often and in whatever order the provider reports. `EXPIRED` is final: money that
 * comes later goes back.
 *
 * @returns whether the provider is to be asked again
 */
export async function decideSession(
  context: BookingContext,
  bookingId: string,
  state: SessionState,
): Promise<{ isWaiting: boolean; holdUntil: string | null }> {
  const locked = await lockBooking(context, bookingId, actions[state.kind]);
  const { record, now } = locked;
  const { holdUntil, checkoutSessionId: sessionId } = locked.place;
  const isPending = record.status === 'PENDING_PAYMENT';
  if (state.kind === 'paid') {
    if (isPending) await confirm(context, locked, state.payment);
    else if (
      record.status === 'EXPIRED' &&
      record.paymentStatus === 'UNPAID' &&
      state.payment.amountCents > 0
    )
      await refundLatePayment(context, locked, state.payment);
    return { isWaiting: false, holdUntil: null };
  }
  if (!isPending) return { isWaiting: await awaitLateDebit(context, locked, state), holdUntil: null };
  if (state.kind === 'open') return { isWaiting: true, holdUntil };
  const { isProcessing, settlingUntil } = await context.db
    .selectFrom('checkout')
    .select(['isProcessing', 'settlingUntil'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const isOver = holdUntil !== null && holdUntil <= now;
  if (state.kind === 'processing') {
    if (!isProcessing) await startDebit(context, locked, state.amountCents);
    else if (isOver) {
      await expire(context, locked, { isProcessing, state });
      await storeDebit(context.db, bookingId, true);
    }
    return { isWaiting: true, holdUntil };
  }
  // The team has ended the checkout and makes the booking real.
  if (settlingUntil !== null && settlingUntil > now) return { isWaiting: true, holdUntil: settlingUntil };
  if (state.kind === 'unknown' && !isOver) return { isWaiting: true, holdUntil };
  const expired = await expire(context, locked, { isProcessing, state });
  if (state.kind === 'unknown')
    await queueBookingMails(
      context,
      expired,
      { occasion: 'checkout-unknown', sessionId, isCustomerTold: isProcessing },
      now,
    );
  return { isWaiting: false, holdUntil: null };
}
