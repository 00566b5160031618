import type { Booking } from '@pv-planning/contract';

/** What the amounts of a booking depend on. */
type SoldBooking = Pick<Booking, 'priceCents' | 'taxRate' | 'paymentStatus' | 'amountPaidCents'>;

/** What of the price of a booking is a discount and VAT. */
export interface BookingMoney {
  discountCents: number;
  /** Contained in the price less the discount. */
  taxCents: number;
}

/** Returns what the customer pays, or has paid. A promotion code that covered the price has made the booking free. */
export function payableCents({ paymentStatus, priceCents, amountPaidCents }: SoldBooking): number {
  return paymentStatus === 'FREE' ? 0 : (amountPaidCents ?? priceCents ?? 0);
}

/** Returns the VAT that an amount contains. */
export function taxIn(cents: number, taxRate: number | null): number {
  const rate = taxRate ?? 0;
  return Math.round((cents * rate) / (100 + rate));
}

export function bookingMoney(booking: SoldBooking): BookingMoney {
  const { priceCents, taxRate } = booking;
  const payable = payableCents(booking);
  return { discountCents: (priceCents ?? 0) - payable, taxCents: taxIn(payable, taxRate) };
}

/** Returns what was paid: by hand, the price. */
export const paidCents = ({ amountPaidCents, priceCents }: Booking) => amountPaidCents ?? priceCents ?? 0;

/** Returns what the customer's bank has given back by a dispute. */
export const lostCents = ({ dispute }: Booking) => (dispute?.status === 'LOST' ? dispute.amountCents : 0);

/** Returns how much of the money of a booking is still with the company. */
export const refundableCents = (booking: Booking) =>
  booking.paymentStatus === 'PAID'
    ? Math.max(0, paidCents(booking) - booking.refundedCents - lostCents(booking))
    : 0;
