import type { Booking, BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { FreeCancellation } from '@pv-planning/mail';
import { notFound } from '@pv-planning/server-kit';
import type { Actor } from '../../../kernel/handler-context.ts';
import { refundableCents } from '../payment-of-booking.ts';

const minuteMs = 60_000;

/** Grace period for corrections after a booking or move at shorter notice than changes need. */
const graceMs = 15 * minuteMs;

/** Deadlines for changes by the customer. Null: the change is not possible. */
export interface ChangeLimits {
  rescheduleUntil: string | null;
  /** Not before `refundUntil`. */
  cancelUntil: string | null;
  /** Deadline for a cancellation with refund. Null if nothing was paid online, or all of it was refunded. */
  refundUntil: string | null;
}

type OfferingType = Pick<BookingType, 'active' | 'assignment'>;

/** Whether slots can be offered to the customer. A move keeps the planner, so there must be one unless the type has none. */
export function hasSlots<Type extends OfferingType>(
  { planner }: Booking,
  type: Type | undefined,
): type is Type {
  return type?.active === true && (planner !== null || type.assignment === 'NONE');
}

/** Returns the start minus the notice, or the end of the grace period if that is later, but never after the start. */
function limitOf(startsAt: string, noticeMinutes: number, graceEnd: number): string {
  const start = Date.parse(startsAt);
  return new Date(Math.max(start - noticeMinutes * minuteMs, Math.min(graceEnd, start))).toISOString();
}

const later = (one: string, other: string | null) => (other !== null && other > one ? other : one);

interface Appointment {
  startsAt: string;
  refundNoticeMinutes: number;
}

/** Returns the refund deadline of an appointment that is paid now. */
export function refundEnd({ startsAt, refundNoticeMinutes }: Appointment, now: string): string {
  return limitOf(startsAt, refundNoticeMinutes, Date.parse(now) + graceMs);
}

/** Returns the refund deadline of an appointment that is not paid yet: if the notice has passed, only the grace period is left. */
export function refundEndBeforePayment(
  { startsAt, refundNoticeMinutes }: Appointment,
  now: string,
): FreeCancellation {
  const until = limitOf(startsAt, refundNoticeMinutes, 0);
  return until > now ? { until } : { minutes: graceMs / minuteMs };
}

/**
 * Returns the refund deadline after a move. A move never restores an expired deadline. A move by the customer gets the grace period
 * of a booking; a move by the team never shortens the deadline that the customer was told.
 *
 * @param previous the deadline before the move
 */
export function refundEndOfMoved(
  { startsAt, refundNoticeMinutes }: Appointment,
  previous: string,
  { now, by }: { now: string; by: Actor['kind'] },
): string {
  if (previous < now) return previous;
  const told = Date.parse(previous);
  const grace = by === 'customer' ? Math.min(told, Date.parse(now) + graceMs) : told;
  return limitOf(startsAt, refundNoticeMinutes, grace);
}

const termsOf = preparedQuery((db, { bookingId }: { bookingId: string }) =>
  db
    .selectFrom('booking')
    .select(['rescheduleNoticeMinutes', 'cancelNoticeMinutes', 'refundUntil'])
    .where('id', '=', bookingId),
);

const isPaidOnline = (booking: Booking) => booking.amountPaidCents !== null && refundableCents(booking) > 0;

/** The last move or payment by the customer. */
const lastStepOfCustomer = preparedQuery((db, { bookingId }: { bookingId: string }) =>
  db
    .selectFrom('bookingLog')
    .select('changedAt')
    .where('bookingId', '=', bookingId)
    .where(({ eb, and, or }) =>
      or([
        and([eb('action', '=', 'reschedule'), eb('actorKind', '=', 'customer')]),
        and([eb('previousStatus', '=', 'PENDING_PAYMENT'), eb('status', '=', 'CONFIRMED')]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1),
);

/** Returns when the customer last chose or paid for the time. Null if only the team has chosen it. */
async function lastChosenByCustomer(db: CompanyQueries, booking: Booking): Promise<string | null> {
  const { id: bookingId, source, createdAt, updatedAt } = booking;
  const [step] = updatedAt === createdAt ? [] : await lastStepOfCustomer(db, { bookingId });
  return step?.changedAt ?? (source === 'PLANNER' ? null : createdAt);
}

export async function changeLimits(
  db: CompanyQueries,
  booking: Booking,
  type: OfferingType | undefined,
): Promise<ChangeLimits> {
  if (booking.status !== 'CONFIRMED') return { rescheduleUntil: null, cancelUntil: null, refundUntil: null };
  const [terms] = await termsOf(db, { bookingId: booking.id });
  if (!terms) throw notFound();
  const chosenAt = await lastChosenByCustomer(db, booking);
  const graceEnd = chosenAt === null ? 0 : Date.parse(chosenAt) + graceMs;
  const until = (noticeMinutes: number) => limitOf(booking.startsAt, noticeMinutes, graceEnd);
  return {
    rescheduleUntil:
      booking.withdrawnAt === null && hasSlots(booking, type) ? until(terms.rescheduleNoticeMinutes) : null,
    cancelUntil: later(until(terms.cancelNoticeMinutes), terms.refundUntil),
    refundUntil: isPaidOnline(booking) ? terms.refundUntil : null,
  };
}
