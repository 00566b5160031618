import { checkStart, type View } from '@pv-planning/slots';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { type CalendarType, readCalendar, resources } from '../../availability/read-calendar.ts';
import type { BookingContext } from '../booking-records.ts';
import { choosePlanner } from './choose-planner.ts';
import { lockMembers, lockPlannersOf, requireActive } from './lock-members.ts';
import { slotRefusal } from './slot-refusal.ts';

/** When an appointment is to take place, and who decides about it. */
export interface WantedSlot {
  /** UTC. */
  startsAt: string;
  durationMinutes: number;
  /** Customers are bound to the slots that they are offered. */
  view: View;
  /** Those who could take it, who are locked. The one whose turn it is gets it. Null: nobody yet. */
  memberIds: readonly string[] | null;
  /** Also outside the working hours. */
  ignoreHours?: boolean | undefined;
  /** The booking that moves, which is not in its own way. */
  movedBookingId?: string;
  /** When the customer chose the slot, if that was not now: the notice and the horizon were those of then. */
  chosenAt?: string | undefined;
}

/** Where and when a booking is: what it occupies, and for how long, with its buffers. */
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

/** The calendar of nobody, in which only the time itself can be wrong. */
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
