import type { Booking, BookingType } from '@pv-planning/contract';
import type { CustomerBooking } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { findBookingType } from '../../appointments/booking-types/booking-type-records.ts';
import { changeLimits } from '../../appointments/bookings/link/change-limits.ts';
import { bookingMoney } from '../../appointments/bookings/payment-of-booking.ts';
import { withdrawalEnd } from '../../appointments/bookings/withdrawal/withdrawal-period.ts';

/** Returns the type of a booking, unless it was deleted. */
export async function typeOfBooking(
  db: CompanyQueries,
  { typeSlug }: Booking,
): Promise<BookingType | undefined> {
  return typeSlug === null ? undefined : findBookingType(db, typeSlug);
}

/** Returns a booking as its customer sees it. */
export async function shownBooking(db: CompanyQueries, booking: Booking): Promise<CustomerBooking> {
  const { status, typeSlug, typeName, startsAt, endsAt, location, planner, customer } = booking;
  const { paymentStatus, priceCents, amountPaidCents, refundedCents, taxRate } = booking;
  const { language, withdrawnAt, cancelRequestedAt, cancelledAt, createdAt } = booking;
  const { name = null, email = null, phone = null, address = null } = customer ?? {};
  return {
    ...{ status, typeSlug, typeName, startsAt, endsAt, location, plannerName: planner?.name ?? null },
    ...{ paymentStatus, priceCents: priceCents ?? 0, amountPaidCents, refundedCents },
    ...bookingMoney(booking),
    ...{ currency: 'EUR', taxRate, invoiceIssuer: priceCents ? 'COMPANY' : null },
    ...{ name, email, phone, address, language },
    ...(await changeLimits(db, booking, await typeOfBooking(db, booking))),
    withdrawUntil: await withdrawalEnd(db, booking),
    withdrawnAt,
    cancelRequestedAt,
    cancelledAt,
    createdAt,
  };
}
