import type { Booking, BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { FreeCancellation } from '@pv-planning/mail';
import { notFound } from '@pv-planning/server-kit';
import type { Actor } from '../../../kernel/handler-context.ts';
import { refundableCents } from '../payment-of-booking.ts';

const minuteMs = 60_000;

/** How long customers can correct a slip if they have booked or moved an appointment at shorter notice than a change needs. */
const graceMs = 15 * minuteMs;

/** Until when a customer can change a booking. Null: not any more, whatever the time. */
export interface ChangeLimits {
  rescheduleUntil: string | null;
  /** Not before `refundUntil`. */
  cancelUntil: string | null;
  /** Until when a cancellation gives back what was paid. Null if nothing was paid online, or all of it has gone back. */
  refundUntil: string | null;
}

/** Whether a type offers slots, and by whose calendar. */
type OfferingType = Pick<BookingType, 'active' | 'assignment'>;

/** Whether slots can be offered to the customer: the planner stays, so there must be one, unless the type has none. */
export function hasSlots<Type extends OfferingType>(
  { planner }: Booking,
  type: Type | undefined,
): type is Type {
  return type?.active === true && (planner !== null || type.assignment === 'NONE');
}

/** Returns the time that is a notice before the start, but not before the end of a grace, which never exceeds the start. */
function limitOf(startsAt: string, noticeMinutes: number, graceEnd: number): string {
  const start = Date.parse(startsAt);
  return new Date(Math.max(start - noticeMinutes * minuteMs, Math.min(graceEnd, start))).toISOString();
}

const later = (one: string, other: string | null) => (other !== null && other > one ? other : one);

interface Appointment {
  startsAt: string;
  refundNoticeMinutes: number;
}

/** Returns until when a cancellation gives back what the customer pays now. */
export function refundEnd({ startsAt, refundNoticeMinutes }: Appointment, now: string): string {
  return limitOf(startsAt, refundNoticeMinutes, Date.parse(now) + graceMs);
}

/** Returns the same of an appointment that is not paid yet: if the notice has passed, only the grace is left. */
export function refundEndBeforePayment(
  { startsAt, refundNoticeMinutes }: Appointment,
  now: string,
): FreeCancellation {
  const until = limitOf(startsAt, refundNoticeMinutes, 0);
  return until > now ? { until } : { minutes: graceMs / minuteMs };
}

/**
 * Returns until when a cancellation gives back the money after a move. A move does not bring a refund back. One by the customer can be
 * corrected like a booking, one by the team takes away nothing that the customer was told.
 *
 * @param previous until when it gave back the money before
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

/** When the customer moved a booking, or paid for it, which made it real. */
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

/** Returns when the customer chose a time, or has paid for it. Null if only the team chose one. */
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
