import type { Booking } from '@pv-planning/contract';
import type { Checkout } from '@pv-planning/contract/pages';
import type { Steps } from '@pv-planning/server-kit';
import type Stripe from 'stripe';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import { lockBooking } from '../../appointments/bookings/locked-booking.ts';
import { readPayment, storeHold } from '../../appointments/bookings/payment-of-booking.ts';
import { badGateway, conflict } from '../../kernel/contract/api-errors.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { readAccount } from '../../kernel/payment-accounts/account-records.ts';
import { providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { findCheckout, hastenCheckout, readCheckoutState, wakeCheckout } from './checkout-records.ts';
import { outcomeOf } from './checkout-states.ts';
import { readSession } from './read-session.ts';

const closed = { booking: null, checkoutUrl: null, holdUntil: null };

/**
 * Returns the state of a checkout. While it is open, dispatchers read the session soon: the customer may return before the provider
 * has reported the payment.
 */
export async function readCheckout(
  context: CustomerContext,
): Promise<Omit<Checkout, 'booking'> & { booking: Booking | null }> {
  const { db, actor } = context;
  const booking = await readBooking(db, actor.recordId);
  if (booking.status === 'EXPIRED') return { ...closed, state: 'EXPIRED' };
  if (booking.status !== 'PENDING_PAYMENT') return { ...closed, state: 'BOOKED', booking };
  const checkout = await findCheckout(db, booking.id);
  if (checkout?.isProcessing) return { ...closed, state: 'PROCESSING' };
  await hastenCheckout(db, booking.id, await context.now());
  return {
    ...closed,
    state: 'OPEN',
    checkoutUrl: checkout?.url ?? null,
    holdUntil: checkout?.url ? checkout.expiresAt : null,
  };
}

interface OpenSession {
  id: string;
  stripe: Promise<Stripe>;
}

/** Returns the session at which the customer can pay, if there is one. */
async function findOpenSession({
  db,
  actor,
  paymentAccounts,
}: CustomerContext): Promise<OpenSession | undefined> {
  const { status, checkoutSessionId, paymentAccountId } = await readPayment(db, actor.recordId);
  if (status !== 'PENDING_PAYMENT' || checkoutSessionId === null || paymentAccountId === null)
    return undefined;
  const account = await readAccount(db, paymentAccountId);
  return { id: checkoutSessionId, stripe: paymentAccounts.clientOf(account) };
}

/** Ends the hold of a checkout that cannot be paid any more. Dispatchers then free the slot. @throws 409 `checkout_closed` */
async function endHold(context: CustomerContext): Promise<void> {
  const { db, actor } = context;
  const locked = await lockBooking(context, actor.recordId, 'release');
  const { record, now, changedAt } = locked;
  const { state } = await readCheckoutState(db, locked);
  const outcome = outcomeOf(state, 'leave');
  if (outcome === 'refuse') throw underWay();
  if (outcome === 'ignore') return;
  await storeHold(db, record.id, { holdUntil: now, updatedAt: changedAt });
  await wakeCheckout(db, record.id, now);
}

const underWay = () =>
  conflict('checkout_closed', { values: { state: 'PENDING_PAYMENT with a payment under way' } });

/**
 * Ends the hold of a customer who leaves the checkout. The session expires first, so that it cannot be paid afterwards; an earlier
 * payment makes the booking real.
 *
 * @throws 409 `checkout_closed`; 502 `payment_provider_error`
 */
export async function deleteHold({ step, finish }: Steps<CustomerContext>) {
  const open = await step(findOpenSession, { read: true });
  if (open) {
    const { value: state, failure } = await providerResult(readSession(await open.stripe, open.id, true));
    if (failure) throw badGateway('payment_provider_error');
    if (state.kind === 'paid' || state.kind === 'processing') throw underWay();
  }
  return finish(async (context) => {
    await endHold(context);
    return { status: 204 as const };
  });
}
