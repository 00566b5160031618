import type { CompanyQueries } from '@pv-planning/database';
import { addressBucket } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import type { BookingTypeRow } from '../../appointments/booking-types/booking-type-records.ts';
import type { NewBooking } from '../../appointments/bookings/insert-booking.ts';
import { conflict, limited } from '../../kernel/contract/api-errors.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { isMailbox } from '../../kernel/mails/mailbox.ts';
import { lockReadyAccount, type PaymentAccount } from '../../kernel/payment-accounts/account-records.ts';
import { strangerLimits } from '../../kernel/stranger-limits.ts';

const minuteMs = 60_000;

/** The provider's minimum is 30 minutes, by its own clock. */
const minimumMinutes = 31;

/** Maximum time until the outcome of a SEPA debit is known. */
const debitMs = 14 * 86_400_000;

export type PaymentMethods = BookingTypeRow['paymentMethods'];

/** Returns the payment methods of an appointment: no debit if it is too soon. */
function paymentMethods(
  { paymentMethods: offered }: BookingTypeRow,
  startsAt: string,
  now: string,
): PaymentMethods {
  const isSoon = Date.parse(startsAt) < Date.parse(now) + debitMs;
  return offered.filter((method) => method !== 'sepa_debit' || !isSoon);
}

/** Duration of a checkout. */
export const sessionMinutes = ({ holdMinutes }: BookingTypeRow) => Math.max(holdMinutes, minimumMinutes);

/** Returns the latest time of the payment of an appointment whose checkout begins within a time from now. */
export function latestPayment(type: BookingTypeRow, startsAt: string, now: string, withinMs: number): string {
  const isDebited = paymentMethods(type, startsAt, now).includes('sepa_debit');
  const paidAt = Date.parse(now) + withinMs + sessionMinutes(type) * minuteMs;
  return new Date(paidAt + (isDebited ? debitMs : 0)).toISOString();
}

/** Maximum `Retry-After`: a debit may hold a slot for days, but is often collected earlier. */
const maxRetrySeconds = 86_400;

/** Returns the slots held for an e-mail address or a network address. */
async function readHolds(db: CompanyQueries, email: string, address: string | null) {
  const openHolds = db
    .selectFrom('booking')
    .leftJoin('checkout', (join) =>
      join.onRef('checkout.companyId', '=', 'booking.companyId').onRef('checkout.id', '=', 'booking.id'),
    )
    .select(['booking.id', 'booking.holdUntil'])
    .where('booking.status', '=', sql.lit('PENDING_PAYMENT'));
  const ofEmail = openHolds.where(isMailbox('booking.email', email));
  // Two queries, each of which uses an index.
  return (
    address === null ? ofEmail : ofEmail.union(openHolds.where('checkout.clientAddress', '=', address))
  ).execute();
}

export const bucketOf = (clientAddress: string | null) =>
  clientAddress === null ? null : addressBucket(clientAddress);

/** Whether the limit of held slots is reached for an e-mail address and a network address. */
export async function hasOpenHolds(
  db: CompanyQueries,
  email: string,
  clientAddress: string | null,
): Promise<boolean> {
  const held = await readHolds(db, email, bucketOf(clientAddress));
  return held.length >= strangerLimits.holds;
}

/** Returns the error for a customer at the limit of held slots. */
function tooManyHolds(held: Awaited<ReturnType<typeof readHolds>>, now: string) {
  const until = held.map(({ holdUntil }) => Date.parse(holdUntil ?? now));
  const seconds = Math.ceil((Math.min(...until) - Date.parse(now)) / 1000);
  return limited('too_many_holds', Math.min(Math.max(1, seconds), maxRetrySeconds), {
    values: { count: String(strangerLimits.holds) },
  });
}

export const notAvailable = ({ slug }: Pick<NewBooking['type'], 'slug'>) =>
  conflict('payment_not_available', { values: { slug } });

/**
 * Locks the account that takes the payment of a booking, and returns it with the payment methods. The lock serializes the checkouts
 * of a company, so that each sees the slots held by the others. Beyond the limit of held slots, a customer who has confirmed by a
 * mailed link can pay, but not by a debit, which holds the slot for days.
 *
 * @throws 409 `payment_not_available`; 429 `too_many_holds` if as many slots are held for the customer as allowed
 */
export async function requirePayable(
  context: CustomerContext,
  { type, startsAt, contact }: Pick<NewBooking, 'type' | 'startsAt' | 'contact'>,
): Promise<{ account: PaymentAccount; methods: PaymentMethods }> {
  const account = type.active ? await lockReadyAccount(context) : undefined;
  const now = await context.now();
  const offered = paymentMethods(type, startsAt, now);
  if (!account || offered.length === 0) throw notAvailable(type);
  const held = await readHolds(context.db, contact.email ?? '', bucketOf(context.actor.clientAddress));
  if (held.length < strangerLimits.holds) return { account, methods: offered };
  const methods = context.confirmsBookings ? offered.filter((method) => method !== 'sepa_debit') : [];
  if (methods.length === 0) throw tooManyHolds(held, now);
  return { account, methods };
}
