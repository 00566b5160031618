import type { Booking } from '@pv-planning/contract';
import type { MailBooking } from '@pv-planning/mail';
import { bookingMoney, lostCents, paidCents, refundableCents, taxIn } from '../payment-of-booking.ts';

/** Returns a booking as mails show it. */
export function mailedBooking(booking: Booking): MailBooking {
  const {
    name,
    email = null,
    phone = null,
    address = null,
    billingName,
    billingAddress,
  } = booking.customer ?? {};
  const { line1, line2, postalCode, city } = billingAddress ?? {};
  const billedTo = [billingName, line1, line2, [postalCode, city].filter((part) => part).join(' ')];
  const refundable = refundableCents(booking);
  return {
    ...booking,
    ...bookingMoney(booking),
    paidCents: /^(PAID|REFUNDED)$/.test(booking.paymentStatus) ? paidCents(booking) : 0,
    lostCents: lostCents(booking),
    refundableCents: refundable,
    refundableTaxCents: taxIn(refundable, booking.taxRate),
    paymentId: booking.stripe?.paymentIntentId ?? null,
    billedTo: billedTo.filter((part) => part).join(', ') || null,
    customer: { name: name ?? '', email, phone, address },
  };
}

/**
 * Returns a booking without texts that were typed on a page. Mails never contain them: a stranger may have typed them, and a mailed
 * link confirms only the appointment.
 */
export const withoutTyped = (booking: Booking): Booking => ({
  ...booking,
  note: null,
  customer: booking.customer && { ...booking.customer, name: '', phone: null, address: null },
});
