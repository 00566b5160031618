import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { MailBooking } from '@pv-planning/mail';
import { bookingMoney, lostCents, paidCents, refundableCents, taxIn } from '../booking-money.ts';

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

const proofOf = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select('emailProof').where('id', '=', id),
);

/** Whether a booking has texts of somebody who may not be the one who reads its mails: the customer has not confirmed it by a mailed link. */
export async function isUnproven(db: CompanyQueries, { id, source }: Booking): Promise<boolean> {
  if (source === 'PLANNER') return false;
  const [proof] = await proofOf(db, { id });
  return proof?.emailProof !== 'link';
}

/**
 * Returns a booking without texts that were typed on a page. Mails have none of them, even of an appointment that was confirmed by a mailed link:
 * a stranger may have typed them, and the link confirms only the appointment.
 */
export const withoutTyped = (booking: Booking): Booking => ({
  ...booking,
  note: null,
  customer: booking.customer && { ...booking.customer, name: '', phone: null, address: null },
});
