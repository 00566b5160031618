import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { daysAfter, germanDayOf, startOfGermanDay } from '../../../kernel/dates/german-days.ts';
import { isDayOff } from '../../../kernel/dates/german-holidays.ts';
import { payableCents, refundableCents } from '../payment-of-booking.ts';
import { hasInstruction, hasInstructionNow, type Sale } from '../texts-of-booking.ts';

/** § 355 (2) BGB. */
const days = 14;

/** Returns the end of the period for a withdrawal from a contract. Its last day is a working day (§ 193 BGB). */
export function periodEnd(concludedAt: string): string {
  let last = daysAfter(germanDayOf(concludedAt), days);
  while (isDayOff(last)) last = daysAfter(last, 1);
  return startOfGermanDay(daysAfter(last, 1));
}

const confirmation = preparedQuery((db, { bookingId }: { bookingId: string }) =>
  db
    .selectFrom('bookingLog')
    .select('changedAt')
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'CONFIRMED')
    .orderBy('id')
    .limit(1),
);

/** Returns the end of the withdrawal period of a booking. Null: there is no contract to withdraw from. */
export async function withdrawalEnd(db: CompanyQueries, booking: Booking): Promise<string | null> {
  const { id, status, createdAt, endsAt, startBeforeWithdrawalEnds } = booking;
  if (status === 'PENDING_PAYMENT' || status === 'EXPIRED' || booking.withdrawnAt !== null) return null;
  if (status === 'CANCELLED' && refundableCents(booking) === 0) return null;
  if (payableCents(booking) === 0 || !(await hasInstruction(db, booking))) return null;
  const [confirmed] = await confirmation(db, { bookingId: id });
  const end = periodEnd(confirmed?.changedAt ?? createdAt);
  return startBeforeWithdrawalEnds && endsAt < end ? endsAt : end;
}

/** An appointment that a customer wants. */
interface Wanted {
  startsAt: string;
  startBeforeWithdrawalEnds: boolean | undefined;
}

/** @throws 400 `invalid_request` */
function requireDeclared({ startsAt, startBeforeWithdrawalEnds }: Wanted, end: string, path: string): void {
  if (startBeforeWithdrawalEnds || startsAt >= end) return;
  throw invalidRequest({
    in: 'body',
    path,
    code: 'required',
    message: `must be true, because the appointment starts before the period for a withdrawal ends at ${end} at the latest: the customer asks for that, and knows that the right of withdrawal ends when the appointment has taken place`,
  });
}

/**
 * Requires that a consumer asks for a paid appointment before the period for a withdrawal ends (§ 356 (4), § 357a (2) BGB).
 *
 * @param concludedBy the latest time at which the booking can be confirmed
 * @param path of the field in the body
 * @throws 400 `invalid_request`
 */
export async function requireEarlyStart(
  db: CompanyQueries,
  wanted: Wanted & Sale,
  concludedBy: string,
  path: string,
): Promise<void> {
  if (await hasInstructionNow(db, wanted)) requireDeclared(wanted, periodEnd(concludedBy), path);
}

/** Requires the same declaration for a move, unless it was made before. @throws 400 `invalid_request` */
export async function requireEarlyMove(db: CompanyQueries, booking: Booking, wanted: Wanted): Promise<void> {
  const end = booking.startBeforeWithdrawalEnds ? null : await withdrawalEnd(db, booking);
  if (end !== null) requireDeclared(wanted, end, '/startBeforeWithdrawalEnds');
}

/** Stores the declaration of the customer of a locked booking. */
export async function storeEarlyStart(db: CompanyQueries, id: string): Promise<void> {
  await db.updateTable('booking').set({ startBeforeWithdrawalEnds: true }).where('id', '=', id).execute();
}
