import type { Booking, BookingType } from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import type { View } from '@pv-planning/slots';
import { type ListedSlot, listSlots, type SlotList } from '../availability/list-slots.ts';
import type { CalendarType } from '../availability/read-calendar.ts';
import { lockBookingType } from '../booking-types/booking-type-records.ts';
import type { BookingContext } from './booking-records.ts';
import { moveBookingLinkEnd } from './link/booking-link.ts';
import { refundEndOfMoved } from './link/change-limits.ts';
import {
  type Expectation,
  type LockedBooking,
  lockBooking,
  readPlace,
  storeChange,
} from './locked-booking.ts';
import { dropReminders } from './mails/drop-mails.ts';
import { queueBookingMails } from './mails/queue-booking-mails.ts';
import { lockMembers, requireActive } from './placement/lock-members.ts';
import { placeBooking } from './placement/place-booking.ts';

const minuteMs = 60_000;
const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / minuteMs;

/** Rules for a booking without a type. It has no link, so only the team moves it. */
const withoutType = { id: '0', capacity: 1, stepMinutes: 60, minNoticeMinutes: 0, maxAdvanceDays: 365 };

/** Returns the rules by which a booking moves. It keeps its length, its buffers and its planner when its type changes. */
export function rulesOfMove(
  type: Omit<CalendarType, 'assignment'> | undefined,
  { record, place }: Pick<LockedBooking, 'record' | 'place'>,
): CalendarType {
  return {
    ...(type ?? withoutType),
    assignment: place.resource.startsWith('type:') ? 'NONE' : 'ROUND_ROBIN',
    durationMinutes: record.durationMinutes,
    bufferBeforeMinutes: minutesBetween(place.blockedFrom, record.startsAt),
    bufferAfterMinutes: minutesBetween(record.endsAt, place.blockedTo),
  };
}

/**
 * Lists the slots to which a booking can move: with its own length, buffers and planner, unless others are asked for, and also if its type
 * is inactive.
 *
 * @param db a snapshot
 */
export async function listMoveSlots(
  db: CompanyQueries,
  type: BookingType,
  booking: Booking,
  { plannerId = booking.planner?.id, ...list }: SlotList,
): Promise<ListedSlot[]> {
  const rules = rulesOfMove(type, { record: booking, place: await readPlace(db, booking.id) });
  return listSlots(db, { ...rules, active: true }, { ...list, plannerId, excludeBookingId: booking.id });
}

export interface Move extends Expectation {
  /** UTC. */
  startsAt: string;
  /** Default: the present one. */
  durationMinutes?: number | undefined;
  /** Customers are bound to the slots that they are offered. */
  view: View;
  /** Also outside the working hours. */
  ignoreHours?: boolean | undefined;
}

/**
 * Moves a confirmed booking to another time, raises `booking.rescheduled`, and mails the customer and the team. Id and planner stay. The
 * same time and length change nothing.
 *
 * @throws 400 `invalid_request`
 * @throws 404 `not_found`
 * @throws 409 `version_conflict`, `booking_not_confirmed`, `slot_unavailable`, `member_inactive`
 */
export async function rescheduleBooking(context: BookingContext, id: string, move: Move): Promise<Booking> {
  const { db, raise } = context;
  const { typeSlug, plannerId } = await readPlace(db, id);
  const type = typeSlug === null ? undefined : await lockBookingType(db, typeSlug);
  const active = plannerId === null ? [] : await lockMembers(db, [plannerId]);
  const locked = await lockBooking(context, id, 'reschedule', move);
  const { record, place, now, changedAt } = locked;
  if (place.plannerId !== plannerId) throw new StaleReadError('The booking has another planner now.');
  const { startsAt, durationMinutes = record.durationMinutes, view, ignoreHours } = move;
  if (startsAt === record.startsAt && durationMinutes === record.durationMinutes) return record;
  if (plannerId !== null) requireActive(active, plannerId);
  const wanted = { startsAt, durationMinutes, view, ignoreHours, movedBookingId: record.id };
  const memberIds = plannerId === null ? null : [plannerId];
  const { refundNoticeMinutes } = place;
  const placement = await placeBooking(
    context,
    rulesOfMove(type, locked),
    record.id,
    { ...wanted, memberIds },
    now,
  );
  const moved = await storeChange(context, locked, {
    action: 'reschedule',
    changes: {
      ...placement,
      ...(place.refundUntil !== null && {
        refundUntil: refundEndOfMoved({ startsAt, refundNoticeMinutes }, place.refundUntil, {
          now,
          by: context.actor.kind,
        }),
      }),
    },
    changesCalendar: true,
  });
  const { booking, sequence } = moved;
  await raise('booking.rescheduled', { ...booking, previousStartsAt: record.startsAt }, changedAt);
  await moveBookingLinkEnd(db, booking);
  await dropReminders(db, booking.id);
  await queueBookingMails(context, booking, { occasion: 'moved', sequence, previous: record }, now);
  return booking;
}
