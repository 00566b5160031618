import type { CompanyTables } from '@pv-planning/database';
import type { Updateable } from 'kysely';
import { type BookingContext, paidBooking } from '../../appointments/bookings/booking-records.ts';
import { refundEnd, refundEndBeforePayment } from '../../appointments/bookings/link/change-limits.ts';
import { type LockedBooking, lockBooking, storeChange } from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { queueRefund } from '../refunds/refund-records.ts';
import { closeCheckout, readCheckoutState, storeDebit } from './checkout-records.ts';
import {
  type CheckoutEffects,
  type CheckoutOutcome,
  checkoutOutcomes,
  outcomeOf,
  stepOf,
} from './checkout-states.ts';
import type { Payment, SessionState } from './session-state.ts';

/** Time for which a slot is held for a debit. */
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

/** The slot is free again, so the payment is refunded. Receivers of events never knew the booking. */
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

/** The slot waits for a debit. */
async function startDebit(
  context: BookingContext,
  locked: LockedBooking,
  amountCents: number,
): Promise<void> {
  const holdUntil = new Date(Date.parse(locked.now) + debitMs).toISOString();
  const { booking } = await storeChange(context, locked, { action: 'process', changes: { holdUntil } });
  await storeDebit(context.db, booking.id);
  const debited = { ...booking, amountPaidCents: amountCents };
  const { record, place, now } = locked;
  const freeCancellation = refundEndBeforePayment({ ...record, ...place }, now);
  const news = { occasion: 'payment-processing', reservedUntil: holdUntil, freeCancellation } as const;
  await queueBookingMails(context, debited, news, locked.now);
}

/** Frees the slot. A customer who waits for a debit gets a mail. */
async function expire(
  context: BookingContext,
  locked: LockedBooking,
  outcome: CheckoutOutcome,
  amountCents: number | null,
): Promise<void> {
  const { record, place, now } = locked;
  const { to, occasions }: CheckoutEffects = checkoutOutcomes[outcome];
  const { booking } =
    record.status === 'PENDING_PAYMENT'
      ? await storeChange(context, locked, { action: 'expire', changes: { holdUntil: null } })
      : { booking: record };
  await closeCheckout(context.db, booking.id, to === 'lateDebit');
  // A promotion code may have lowered the amount of the debit.
  const debited = { ...booking, amountPaidCents: amountCents };
  if (occasions.includes('payment-failed'))
    await queueBookingMails(context, debited, { occasion: 'payment-failed' }, now);
  if (occasions.includes('payment-overdue')) {
    const isAmountKnown = amountCents !== null;
    await queueBookingMails(context, debited, { occasion: 'payment-overdue', isAmountKnown }, now);
  }
  if (occasions.includes('checkout-unknown')) {
    const { checkoutSessionId: sessionId } = place;
    const isCustomerTold = outcome !== 'lose';
    await queueBookingMails(
      context,
      booking,
      { occasion: 'checkout-unknown', sessionId, isCustomerTold },
      now,
    );
  }
}

/**
 * Carries out the outcome of the state table for a session that was read from the provider. The first decision stays, however often
 * and in whatever order the provider reports.
 *
 * @returns whether to ask the provider again, and when at the latest
 */
export async function decideSession(
  context: BookingContext,
  bookingId: string,
  said: SessionState,
): Promise<{ isWaiting: boolean; holdUntil: string | null }> {
  const locked = await lockBooking(context, bookingId, actions[said.kind]);
  const { state, settlingUntil } = await readCheckoutState(context.db, locked);
  const outcome = outcomeOf(state, stepOf(said));
  const { to, isAskedAgain }: CheckoutEffects = checkoutOutcomes[outcome];
  const amountCents = 'amountCents' in said ? said.amountCents : null;
  if (said.kind === 'paid' && to === 'real') await confirm(context, locked, said.payment);
  else if (said.kind === 'paid' && to === 'paidLate') await refundLatePayment(context, locked, said.payment);
  else if (to === 'debit') await startDebit(context, locked, amountCents ?? 0);
  else if (to === 'expired' || to === 'lateDebit') await expire(context, locked, outcome, amountCents);
  return { isWaiting: isAskedAgain, holdUntil: outcome === 'yield' ? settlingUntil : locked.place.holdUntil };
}
