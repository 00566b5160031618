import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import type { Updateable } from 'kysely';

/** What payments need of a booking besides its record. */
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

/** Locks a booking. What must be locked before it is as for `lockBooking`. */
export async function lockPayment(db: CompanyQueries, id: string): Promise<PaymentOfBooking> {
  return known(id, await lockById(db, { id }));
}

/** Finds the booking of a checkout session, or of a payment, if it is one of ours: a company can use its account for other things, too. */
export async function findPayment(
  db: CompanyQueries,
  { checkoutSessionId, paymentIntentId }: { checkoutSessionId: string; paymentIntentId: string | null },
): Promise<PaymentOfBooking | undefined> {
  const [found] = await ofSession(db, { checkoutSessionId });
  if (found || paymentIntentId === null) return found;
  const [paid] = await ofPayment(db, { paymentIntentId });
  return paid;
}

/** Changes until when a locked booking holds its slot, and the session at which it is paid. Neither is a change of its own. */
export async function storeHold(
  db: CompanyQueries,
  id: string,
  changes: Pick<Updateable<CompanyTables['booking']>, 'holdUntil' | 'checkoutSessionId' | 'updatedAt'>,
): Promise<void> {
  await db.updateTable('booking').set(changes).where('id', '=', id).execute();
}

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
