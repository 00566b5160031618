import { checkStart, type View } from '@pv-planning/slots';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { type CalendarType, readCalendar, resources } from '../../availability/read-calendar.ts';
import type { BookingContext } from '../booking-records.ts';
import { choosePlanner } from './choose-planner.ts';
import { lockMembers, lockPlannersOf, requireActive } from './lock-members.ts';
import { slotRefusal } from './slot-refusal.ts';

/** The wanted time of an appointment, and the members who can take it. */
export interface WantedSlot {
  /** UTC. */
  startsAt: string;
  durationMinutes: number;
  /** Customers are bound to the slots that they are offered. */
  view: View;
  /** The locked members who could take it, in turn. Null: nobody yet. */
  memberIds: readonly string[] | null;
  /** Also outside the working hours. */
  ignoreHours?: boolean | undefined;
  /** The booking that moves. Its present time does not block the new one. */
  movedBookingId?: string;
  /** The time at which the customer chose the slot, if earlier: notice and horizon count from then. */
  chosenAt?: string | undefined;
}

/** The planner, resource and times of a booking, with its buffers. */
export interface Placement {
  plannerId: string | null;
  resource: string;
  lane: number;
  startsAt: string;
  endsAt: string;
  blockedFrom: string;
  blockedTo: string;
}

const minuteMs = 60_000;
const iso = (time: number) => new Date(time).toISOString();

/**
 * Locks the members who could take an appointment. For a type without planners, the lock of the type suffices.
 *
 * @param type locked by `lockBookingType`
 * @returns their ids
 * @throws 409 `member_inactive`, `planner_unavailable`
 */
export async function lockPlanners(
  { db }: Pick<BookingContext, 'db'>,
  type: Pick<CalendarType, 'id' | 'assignment'>,
  plannerId: string | null | undefined,
): Promise<string[]> {
  const isNamed = typeof plannerId === 'string';
  if (type.assignment === 'NONE') {
    if (isNamed)
      throw conflict('planner_unavailable', { values: { reason: 'the booking type has no planners' } });
    return [];
  }
  if (plannerId === undefined) return lockPlannersOf(db, type);
  if (!isNamed) return [];
  const activeIds = await lockMembers(db, [plannerId]);
  requireActive(activeIds, plannerId);
  return activeIds;
}

/** An empty calendar, for appointments without a planner. */
const nobody = { companyHours: null, resources: { capacity: 1, busy: [] } };

/**
 * Decides whether an appointment can take place, and who takes it. Slots are listed by the same rules.
 *
 * @param type locked by `lockBookingType`, unless it has planners
 * @param now read after the locks
 * @throws 400 `invalid_request`
 * @throws 409 `slot_unavailable`
 */
export async function placeBooking(
  { db }: Pick<BookingContext, 'db'>,
  type: CalendarType,
  bookingId: string,
  { startsAt, durationMinutes, view, memberIds, ignoreHours = false, movedBookingId, chosenAt }: WantedSlot,
  now: string,
): Promise<Placement> {
  const start = Date.parse(startsAt);
  if (view === 'customer' && start < Date.parse(now)) throw slotRefusal({ refusal: 'too_soon' }, view);
  const hasPlanners = type.assignment !== 'NONE';
  const isNobodys = hasPlanners && memberIds === null;
  const calendar = isNobodys
    ? { ...nobody, rules: { ...type, durationMinutes } }
    : await readCalendar(db, type, {
        from: start,
        to: start,
        memberIds: memberIds ?? [],
        durationMinutes,
        excludeBookingId: movedBookingId,
        now,
      });
  const check = checkStart(calendar, {
    startsAt: start,
    now: Date.parse(chosenAt ?? now),
    view,
    ignoreHours: ignoreHours || isNobodys,
  });
  if (check.refusal !== null) throw slotRefusal(check, view);
  const chosen = (await choosePlanner(db, type.id, check.personIds, start)) ?? null;
  const unassigned = hasPlanners ? resources.booking(bookingId) : resources.type(type.id);
  return {
    plannerId: chosen,
    resource: chosen === null ? unassigned : resources.member(chosen),
    lane: hasPlanners ? 1 : (check.lane ?? 1),
    startsAt: iso(start),
    endsAt: iso(check.endsAt),
    blockedFrom: iso(start - type.bufferBeforeMinutes * minuteMs),
    blockedTo: iso(check.endsAt + type.bufferAfterMinutes * minuteMs),
  };
}
