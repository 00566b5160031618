import type { Booking, BookingType } from '@pv-planning/contract';

const minuteMs = 60_000;

/** The notice of a booking without a type: that of types that do not say otherwise. */
const defaultNoticeMinutes = 1440;

/** Until when a customer can change a booking. Null: not any more, whatever the time. */
export interface ChangeLimits {
  rescheduleUntil: string | null;
  cancelUntil: string | null;
}

/** Whether slots can be offered to the customer: the planner stays, so there must be one, unless the type has none. */
export function hasSlots({ planner }: Booking, type: BookingType | undefined): type is BookingType {
  return type?.active === true && (planner !== null || type.assignment === 'NONE');
}

export function changeLimits(booking: Booking, type: BookingType | undefined): ChangeLimits {
  if (booking.status !== 'CONFIRMED') return { rescheduleUntil: null, cancelUntil: null };
  const before = (minutes: number) =>
    new Date(Date.parse(booking.startsAt) - minutes * minuteMs).toISOString();
  return {
    rescheduleUntil: hasSlots(booking, type) ? before(type.rescheduleNoticeMinutes) : null,
    cancelUntil: before(type?.cancelNoticeMinutes ?? defaultNoticeMinutes),
  };
}
