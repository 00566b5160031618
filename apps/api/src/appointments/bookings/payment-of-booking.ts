import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import type { Updateable } from 'kysely';

/** Columns that payments need besides the record. */
const columns = [
  ...(['id', 'status', 'taxRate', 'updatedAt'] as const),
  ...(['holdUntil', 'paymentAccountId', 'checkoutSessionId', 'paymentIntentId'] as const),
] as const;

const byId = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select(columns).where('id', '=', id),
);
const lockById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select(columns).where('id', '=', id).forNoKeyUpdate(),
);
const ofSession = preparedQuery((db, { checkoutSessionId }: { checkoutSessionId: string }) =>
  db.selectFrom('booking').select(columns).where('checkoutSessionId', '=', checkoutSessionId),
);
const ofPayment = preparedQuery((db, { paymentIntentId }: { paymentIntentId: string }) =>
  db.selectFrom('booking').select(columns).where('paymentIntentId', '=', paymentIntentId),
);

export type PaymentOfBooking = Awaited<ReturnType<typeof byId>>[number];

function known(id: string, [payment]: readonly PaymentOfBooking[]): PaymentOfBooking {
  if (!payment) throw new Error(`There is no booking ${id}.`);
  return payment;
}

export async function readPayment(db: CompanyQueries, id: string): Promise<PaymentOfBooking> {
  return known(id, await byId(db, { id }));
}

/** Locks a booking. See `lockBooking` for the order of locks. */
export async function lockPayment(db: CompanyQueries, id: string): Promise<PaymentOfBooking> {
  return known(id, await lockById(db, { id }));
}

/** Finds the booking of a checkout session or of a payment. A company may use its account for other sales, too. */
export async function findPayment(
  db: CompanyQueries,
  { checkoutSessionId, paymentIntentId }: { checkoutSessionId: string; paymentIntentId: string | null },
): Promise<PaymentOfBooking | undefined> {
  const [found] = await ofSession(db, { checkoutSessionId });
  if (found || paymentIntentId === null) return found;
  const [paid] = await ofPayment(db, { paymentIntentId });
  return paid;
}

/** Changes the end of the hold and the session of a locked booking. Neither is logged as a change. */
export async function storeHold(
  db: CompanyQueries,
  id: string,
  changes: Pick<Updateable<CompanyTables['booking']>, 'holdUntil' | 'checkoutSessionId' | 'updatedAt'>,
): Promise<void> {
  await db.updateTable('booking').set(changes).where('id', '=', id).execute();
}

type SoldBooking = Pick<Booking, 'priceCents' | 'taxRate' | 'paymentStatus' | 'amountPaidCents'>;

/** Discount and VAT of a booking. */
export interface BookingMoney {
  discountCents: number;
  /** Contained in the price after the discount. */
  taxCents: number;
}

/** Returns the amount that the customer pays or has paid. A promotion code over the full price makes a booking free. */
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

/** Returns the amount paid; for manual payments, the price. */
export const paidCents = ({ amountPaidCents, priceCents }: Booking) => amountPaidCents ?? priceCents ?? 0;

/** Returns the amount lost in a dispute. */
export const lostCents = ({ dispute }: Booking) => (dispute?.status === 'LOST' ? dispute.amountCents : 0);

/** Returns the part of the payment that the company still has. */
export const refundableCents = (booking: Booking) =>
  booking.paymentStatus === 'PAID'
    ? Math.max(0, paidCents(booking) - booking.refundedCents - lostCents(booking))
    : 0;
