import type { Booking } from '@pv-planning/contract';
import type { Checkout } from '@pv-planning/contract/pages';
import { findBookingType } from '../booking-types/booking-type-records.ts';
import { readBooking } from '../bookings/booking-records.ts';
import { lockBooking } from '../bookings/change-booking.ts';
import { conflict } from '../contract/api-errors.ts';
import type { CustomerContext } from '../handler-context.ts';
import { findCheckout, hastenCheckout, wakeCheckout } from '../payments/checkout/checkout-records.ts';
import { shownBooking } from './customer-booking.ts';

const closed = { booking: null, checkoutUrl: null, holdUntil: null };

/**
 * Returns what became of a checkout. While it is open, dispatchers ask the provider soon: the customer may have returned from there
 * before the provider has reported the payment.
 */
export async function readCheckout(context: CustomerContext): Promise<Checkout> {
  const { db, actor } = context;
  const booking = await readBooking(db, actor.recordId);
  if (booking.status === 'EXPIRED') return { ...closed, state: 'EXPIRED' };
  if (booking.status !== 'PENDING_PAYMENT')
    return { ...closed, state: 'BOOKED', booking: await shown(context, booking) };
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

async function shown({ db }: CustomerContext, booking: Booking) {
  const type = booking.typeSlug === null ? undefined : await findBookingType(db, booking.typeSlug);
  return shownBooking(db, booking, type);
}

/** Ends the hold of a customer who does not want to pay. Dispatchers then let the checkout expire. @throws 409 `checkout_closed` */
export async function deleteHold(context: CustomerContext): Promise<void> {
  const { db, actor } = context;
  const { record, now, changedAt } = await lockBooking(context, actor.recordId, 'release');
  if (record.status !== 'PENDING_PAYMENT') return;
  const checkout = await findCheckout(db, record.id);
  if (checkout?.isProcessing)
    throw conflict('checkout_closed', { values: { state: 'PENDING_PAYMENT with a payment under way' } });
  await db
    .updateTable('booking')
    .set({ holdUntil: now, updatedAt: changedAt })
    .where('id', '=', record.id)
    .execute();
  await wakeCheckout(db, record.id, now);
}
