import type { Booking, BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';

const minuteMs = 60_000;

/** The notice of a booking without a type: that of types that do not say otherwise. */
const defaultNoticeMinutes = 1440;

/** How long customers can correct a slip if they have booked or moved an appointment at shorter notice than a change needs. */
const graceMs = 15 * minuteMs;

/** Until when a customer can change a booking. Null: not any more, whatever the time. */
export interface ChangeLimits {
  rescheduleUntil: string | null;
  cancelUntil: string | null;
  /** Until when a cancellation gives back what was paid. Null if nothing was paid online, or all of it has gone back. */
  refundUntil: string | null;
}

/** What the limits depend on of a booking type. */
type LimitingType = Pick<
  BookingType,
  'active' | 'assignment' | 'rescheduleNoticeMinutes' | 'cancelNoticeMinutes' | 'refundNoticeMinutes'
>;

/** Whether slots can be offered to the customer: the planner stays, so there must be one, unless the type has none. */
export function hasSlots<Type extends LimitingType>(
  { planner }: Booking,
  type: Type | undefined,
): type is Type {
  return type?.active === true && (planner !== null || type.assignment === 'NONE');
}

const isPaidOnline = ({ paymentStatus, amountPaidCents }: Booking) =>
  paymentStatus === 'PAID' && amountPaidCents !== null;

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
  type: LimitingType | undefined,
): Promise<ChangeLimits> {
  if (booking.status !== 'CONFIRMED') return { rescheduleUntil: null, cancelUntil: null, refundUntil: null };
  const start = Date.parse(booking.startsAt);
  const chosenAt = await lastChosenByCustomer(db, booking);
  const graceEnd = chosenAt === null ? 0 : Math.min(Date.parse(chosenAt) + graceMs, start);
  const until = (noticeMinutes: number) =>
    new Date(Math.max(start - noticeMinutes * minuteMs, graceEnd)).toISOString();
  return {
    rescheduleUntil: hasSlots(booking, type) ? until(type.rescheduleNoticeMinutes) : null,
    cancelUntil: until(type?.cancelNoticeMinutes ?? defaultNoticeMinutes),
    refundUntil: isPaidOnline(booking) ? until(type?.refundNoticeMinutes ?? defaultNoticeMinutes) : null,
  };
}
