import type { Booking, BookingType } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type ListedSlot, listSlots, type SlotList } from '../availability/list-slots.ts';
import { readPlace } from './locked-booking.ts';
import { rulesOfMove } from './reschedule-booking.ts';

/**
 * Lists the slots to which a booking can move, by the rules of `rescheduleBooking`: with its own length, buffers and planner, unless
 * others are asked for, and also if its type is inactive.
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
